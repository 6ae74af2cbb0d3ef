import { Chat } from '@/components/chatbot/chat'
import '@/app/styles/form-pages.css'
import '@/components/contact/contact.css'

/**
 * The assistant appears on every page whose path contains /contact, and nowhere
 * else.
 */
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
