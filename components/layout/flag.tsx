import { type FlagDesign, type Locale, languages } from '@/lib/i18n/routing'

const width = 20
const height = 14

/**
 * Draws the flag next to a language's name, because not every system has emoji
 * flags. Shows the language's code if it has no flag.
 */
export function Flag({ locale }: { locale: Locale }) {
  const { flag } = languages[locale]
  return (
    <svg
      className="flag"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {flag ? <Stripes {...flag} /> : <Code locale={locale} />}
    </svg>
  )
}

function Stripes({ vertical, horizontal = [], canton }: FlagDesign) {
  const colors = vertical ?? horizontal
  const size = (vertical ? width : height) / colors.length
  return (
    <>
      {colors.map((color, index) => {
        const middle = (index + 0.5) * size
        const line = vertical
          ? `M${middle} 0V${height}`
          : `M0 ${middle}H${width}`
        return <path key={line} d={line} stroke={color} strokeWidth={size} />
      })}
      {canton && (
        <rect width={width * 0.45} height={height * (4 / 7)} fill={canton} />
      )}
    </>
  )
}

function Code({ locale }: { locale: Locale }) {
  return (
    <text
      x={width / 2}
      y={height * 0.75}
      fontSize={height * 0.7}
      textAnchor="middle"
      fill="currentColor"
    >
      {locale.slice(0, 2).toUpperCase()}
    </text>
  )
}
