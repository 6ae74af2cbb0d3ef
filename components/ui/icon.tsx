const drawings = {
  chat: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5',
  close: 'M6 6l12 12M18 6L6 18',
  out: 'M8 4h12v12M20 4L4 20',
  send: 'M12 20V5M6 11l6-6 6 6',
}

type Props = {
  name: keyof typeof drawings
  size?: number
  strokeWidth?: number
  className?: string
}

/**
 * A line drawing in the color of the surrounding text; stroke widths are in
 * units of its 24 × 24 grid.
 */
export function Icon({ name, size = 24, strokeWidth = 1.5, className }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={drawings[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
      />
    </svg>
  )
}
