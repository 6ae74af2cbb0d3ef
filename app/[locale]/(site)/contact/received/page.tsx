import { useTranslations } from 'next-intl'
import { MeetingLink } from '@/components/contact/ways-to-reach'
import { SiteLink } from '@/components/ui/links'
import { parseReference } from '@/lib/leads/contact-fields'
import { metadataFor } from '@/lib/seo/metadata'

export const generateMetadata = metadataFor('received')

export default async function ReceivedPage({
  searchParams,
}: PageProps<'/[locale]/contact/received'>) {
  const { reference } = await searchParams
  return <Receipt reference={parseReference(reference)} />
}

/**
 * Does not use the form's own receipt, because importing it would load the
 * form's scripts on this page.
 */
function Receipt({ reference }: { reference: string | undefined }) {
  const t = useTranslations('ContactForm')
  return (
    <div className="frame block plain-page">
      <h1>{t('receiptTitle')}</h1>
      <p className="lead">{t('success')}</p>
      {reference && <p>{t('receiptBody', { reference })}</p>}
      <MeetingLink />
      <p>
        <SiteLink to="contact">{t('another')}</SiteLink>
      </p>
    </div>
  )
}
