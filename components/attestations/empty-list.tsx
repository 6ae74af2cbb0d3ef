import { useLocale, useTranslations } from 'next-intl'
import type { ReportedFigures } from '@/lib/attestations/archive'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import { FirstPoints } from './first-points'
import { MetalFigures } from './report-details'

const samples = {
  gold: { goldOunces: '41250.125', goldTokens: '41225.375' },
  silver: { silverOunces: '2510400.518', silverTokens: '2508150.625' },
}
const sample: ReportedFigures = Object.assign(
  {
    goldOunces: null,
    goldTokens: null,
    silverOunces: null,
    silverTokens: null,
  },
  ...site.metals.map((metal) => samples[metal]),
)

/** Says what reports will contain, before the first one is published. */
export function EmptyList() {
  const t = useTranslations('Attestations')
  const feed = localizedPath(useLocale(), dataFiles.atom)
  return (
    <div className="reports-empty">
      <div>
        <p className="empty-state">{t('empty')}</p>
        <p className="soft">{t('first.issuer')}</p>
        <p>{t('first.intro')}</p>
        <FirstPoints className="plain-list" />
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
