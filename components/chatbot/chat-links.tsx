import { useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import type { Source } from '@/lib/chatbot/schema'
import { OutLink } from './out-link'

/** The link to the shop or to the price page, when an answer has one that may be followed. */
export function RedirectLink({ message, hosts }: { message: Message; hosts: string[] }) {
  const t = useTranslations('Chat')
  const address = message.redirect_to && allowedAddress(message.redirect_to, hosts)
  if (!address) return null
  return (
    <p>
      <OutLink className="button chat-redirect" href={address}>
        {message.lead_type === 'retail' ? t('visitShop') : t('viewPrices')}
      </OutLink>
    </p>
  )
}

/** Where on the site an answer comes from. */
export function ChatSources({ sources, hosts }: { sources: Source[]; hosts: string[] }) {
  const t = useTranslations('Chat')
  const shown = sources.filter(({ path }) => isSitePath(path) || allowedAddress(path, hosts))
  if (shown.length === 0) return null
  return (
    <p className="chat-sources soft">
      {t('sources')}{' '}
      {shown.map(({ id, title, path }) =>
        isSitePath(path) ? (
          <a key={id} href={path}>
            {title}
          </a>
        ) : (
          <OutLink key={id} href={path}>
            {title}
          </OutLink>
        ),
      )}
    </p>
  )
}
