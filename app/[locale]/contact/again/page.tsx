import type { Metadata } from 'next'
import { ContactDetails } from '@/components/contact/contact-details'
import { ContactForm } from '@/components/contact/contact-form'
import { ContactIntro } from '@/components/contact/contact-intro'
import { findDraft } from '@/lib/contact/drafts'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({ params }: PageProps<'/[locale]/contact/again'>): Promise<Metadata> {
  return pageMetadata(params, 'again')
}

/** Where a visitor without JavaScript corrects a message: the contact page with what was typed and what is wrong. */
export default async function CorrectionPage({ searchParams }: PageProps<'/[locale]/contact/again'>) {
  const { draft } = await searchParams
  return (
    <div className="frame contact">
      <ContactIntro />
      <ContactForm draft={findDraft(draft)} />
      <ContactDetails />
    </div>
  )
}
