import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { axisMarks, monthWidth, place, plotHeight, type Scale } from '@/lib/attestations/chart'
import { formatShortMonth } from '@/lib/attestations/format'
import type { Reading } from '@/lib/attestations/series'

type Props = {
  id: string
  className?: string
  readings: Reading[]
  scale: Scale
  /** Writes a value of the scale beside its rule. */
  mark: (value: number) => string
  title: string
  /** What the drawing shows, in words. */
  text?: ReactNode
  children: ReactNode
}

/**
 * A drawing over the months between its rules. The drawing is stretched to the page's width and its lines are not;
 * its words are set beside it as text, so that they keep their size on a narrow screen.
 */
export function Plot({ id, className = '', readings, scale, mark, title, text, children }: Props) {
  const locale = useLocale()
  const width = readings.length * monthWidth
  const rules = [...new Set([scale.high, scale.low < 0 ? 0 : (scale.high + scale.low) / 2, scale.low])]
  return (
    <div className={`plot ${className}`}>
      <ul className="plot-marks tabular" aria-hidden="true">
        {rules.map((value) => (
          <li key={value}>{mark(value)}</li>
        ))}
      </ul>
      <svg
        viewBox={`0 0 ${width} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={text ? `${id}-text` : undefined}
      >
        <title id={`${id}-title`}>{title}</title>
        {text && <desc id={`${id}-text`}>{text}</desc>}
        <path className="plot-rule" d={rules.map((value) => `M0 ${place(value, scale)}H${width}`).join('')} />
        {children}
      </svg>
      <ol className="plot-years" aria-hidden="true">
        {axisMarks(readings).map(({ month, year }, index) => (
          <li key={readings[index]?.month}>
            {month && <span>{formatShortMonth(locale, month)}</span>}
            {year}
          </li>
        ))}
      </ol>
    </div>
  )
}
