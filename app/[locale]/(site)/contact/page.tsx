import {
  ContactDetails,
  ContactIntro,
} from '@/components/contact/contact-details'
import { ContactForm } from '@/components/contact/contact-form'
import { StructuredData } from '@/components/seo/structured-data'
import { metadataFor } from '@/lib/seo/metadata'

export const generateMetadata = metadataFor('contact')

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
