import { Chat } from '@/components/chatbot/chat'
import '@/app/styles/form-pages.css'
import '@/components/contact/contact.css'

/** The assistant stands on every page whose path contains /contact, and on no other. */
export default function ContactLayout({
  children,
}: LayoutProps<'/[locale]/contact'>) {
  return (
    <>
      {children}
      <Chat />
    </>
  )
}
