import { useTranslations } from 'next-intl'
import {
  ContactDetails,
  ContactIntro,
} from '@/components/contact/contact-details'
import { ContactForm } from '@/components/contact/contact-form'
import { readRefusedInput } from '@/lib/leads/form-post'
import { metadataFor } from '@/lib/seo/metadata'

export const generateMetadata = metadataFor('again')

export default async function CorrectionPage({
  searchParams,
}: PageProps<'/[locale]/contact/again'>) {
  const { input, isLost } = (await readRefusedInput(await searchParams)) ?? {}
  return (
    <div className="frame page-head contact">
      <ContactIntro />
      <div>
        {isLost && <LostInput />}
        <ContactForm refused={input} />
      </div>
      <ContactDetails />
    </div>
  )
}

function LostInput() {
  const t = useTranslations('ContactForm')
  return (
    <p className="outcome outcome-bad" role="alert">
      {t('lost')}
    </p>
  )
}
