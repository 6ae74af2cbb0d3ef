import type { Metadata } from 'next'
import { useLocale, useTranslations } from 'next-intl'
import { PageNotFoundEvent } from '@/components/analytics/analytics'
import { Engraving } from '@/components/engraving/engraving'
import { SiteLink } from '@/components/ui/links'
import { notFoundMetadata } from '@/lib/seo/metadata'
import './not-found.css'

export function generateMetadata({
  params,
}: PageProps<'/[locale]/page-not-found'>): Promise<Metadata> {
  return notFoundMetadata(params)
}

export default function NotFoundPage() {
  const t = useTranslations('NotFound')
  return (
    <section className="not-found engraved" aria-labelledby="not-found-title">
      <PageNotFoundEvent language={useLocale()} />
      <Engraving drawing="rosette-broken" />
      <div className="frame">
        <p className="not-found-code">{t('code')}</p>
        <h1 id="not-found-title">{t('title')}</h1>
        <p className="lead">{t('message')}</p>
        {t.has('note') && <p>{t('note')}</p>}
        <ul className="actions row">
          {(['home', 'product', 'contact'] as const).map((page) => (
            <li key={page}>
              <SiteLink
                to={page}
                className={page === 'home' ? 'button' : 'text-link'}
              >
                {t(page)}
              </SiteLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
