import type { Metadata } from 'next'
import {
  ContactDetails,
  ContactIntro,
} from '@/components/contact/contact-details'
import { ContactForm } from '@/components/contact/contact-form'
import { StructuredData } from '@/components/seo/structured-data'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({
  params,
}: PageProps<'/[locale]/contact'>): Promise<Metadata> {
  return pageMetadata(params, 'contact')
}

export default function ContactPage() {
  return (
    <div className="frame page-head contact">
      <StructuredData page="contact" />
      <ContactIntro />
      <ContactForm />
      <ContactDetails />
    </div>
  )
}
