import { useTranslations } from 'next-intl'
import './bullion.css'

// The viewBox of components/engraving/bar.svg, and the matrices that lay each
// line of the hallmark on the top face of the bar.
const viewBox = '-55 -165 345 235'
const weight = 'matrix(1.033 .292 -.442 .589 132.05 -61.1)'
const fineness = 'matrix(1.049 .303 -.458 .611 124.4 -50.9)'
const serial = 'matrix(1.062 .313 -.474 .632 117.41 -41.59)'

export function Bullion() {
  const t = useTranslations('Showcase.stamp')
  return (
    <div className="bullion" role="img" aria-label={t('label')}>
      <span className="engraving bar" />
      <svg
        viewBox={viewBox}
        textAnchor="middle"
        aria-hidden="true"
        focusable="false"
      >
        {t.has('weight') && <Hallmark />}
      </svg>
    </div>
  )
}

/** Appears only if the brand confirms what it says. */
function Hallmark() {
  const t = useTranslations('Showcase.stamp')
  return (
    <>
      <g transform={weight} fontSize="27">
        <text x="1" y="1">
          {t('weight')}
        </text>
        <text className="struck">{t('weight')}</text>
      </g>
      <text transform={fineness} fontSize="11">
        {t('fineness')}
      </text>
      <text transform={serial} fontSize="11">
        {t('serial')}
      </text>
    </>
  )
}
