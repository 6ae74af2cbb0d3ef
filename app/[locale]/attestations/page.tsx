import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { StructuredData } from '@/components/seo/structured-data'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({ params }: PageProps<'/[locale]/attestations'>): Promise<Metadata> {
  return pageMetadata(params, 'attestations')
}

export default function AttestationsPage() {
  const t = useTranslations('Attestations')
  return (
    <div className="frame plain-page">
      <StructuredData page="attestations" />
      <h1>{t('title')}</h1>
      <p className="lead">{t('intro')}</p>
      <p className="empty-state">{t('empty')}</p>
    </div>
  )
}
