import { type Locale, languages } from '@/lib/i18n/routing'

const width = 20
const height = 14

/** The flag beside a language's name, where it has one. Drawn, because not every system has emoji flags. */
export function Flag({ locale }: { locale: Locale }) {
  const { vertical, horizontal = [], canton } = languages[locale].flag ?? {}
  const colours = vertical ?? horizontal
  const size = (vertical ? width : height) / colours.length
  return (
    <svg className="flag" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {colours.map((colour, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the stripes never change
          key={index}
          x={vertical ? index * size : 0}
          y={vertical ? 0 : index * size}
          width={vertical ? size : width}
          height={vertical ? height : size}
          fill={colour}
        />
      ))}
      {canton && <rect width={width * 0.45} height={height * (4 / 7)} fill={canton} />}
    </svg>
  )
}
