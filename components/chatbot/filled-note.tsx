import { useTranslations } from 'next-intl'
import { ContactLink } from './contact-link'

/** Says that the contact form has what the visitor told of themselves, and leads there. */
export function FilledNote({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('Chat')
  return (
    <p className="chat-filled soft">
      {t.rich('filled', { contact: (chunks) => <ContactLink onLeave={onLeave}>{chunks}</ContactLink> })}
    </p>
  )
}
