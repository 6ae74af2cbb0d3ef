import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { MetalFigures } from './report'

const sample = { goldOunces: '41250.125', goldTokens: '41225', silverOunces: '2510400.5', silverTokens: '2508150' }
export function EmptyList() {
  const t = useTranslations('Attestations')
  const points = keysOf(useMessages().Attestations.first.points)
  const feed = localizedPath(useLocale(), dataFiles.atom)
  return (
    <div className="reports-empty">
      <div>
        <Engraving drawing="detail-controls" />
        <p className="empty-state">{t('empty')}</p>
        <p className="soft">{t('first.issuer')}</p>
        <p>{t('first.intro')}</p>
        <ul className="plain-list">
          {points.map((key) => (
            <li key={key}>{t(`first.points.${key}`)}</li>
          ))}
        </ul>
        <p>
          {t('first.feed')} <a href={feed}>{t('data.atom')}</a>
        </p>
      </div>
      <section className="report-sample" aria-labelledby="sample-title">
        <h3 id="sample-title" className="eyebrow">
          {t('first.sampleTitle')}
        </h3>
        <MetalFigures report={sample} />
        <p className="note">{t('first.sampleNote')}</p>
      </section>
    </div>
  )
}
