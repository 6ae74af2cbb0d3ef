import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import type { Source } from '@/lib/chatbot/schema'
import { OutLink } from './out-link'
import { SiteLink } from './site-link'

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

type SourcesProps = { sources: Source[]; hosts: string[]; lang?: string }

/** Where on the site an answer comes from, each place once. */
export function ChatSources({ sources, hosts, lang }: SourcesProps) {
  const t = useTranslations('Chat')
  const label = useId()
  const allowed = sources.filter(({ path }) => isSitePath(path) || allowedAddress(path, hosts))
  const shown = allowed.filter(({ path }, index) => allowed.findIndex((source) => source.path === path) === index)
  if (shown.length === 0) return null
  return (
    <div className="chat-sources soft">
      <span id={label}>{t('sources', { count: shown.length })}</span>
      <ul aria-labelledby={label}>
        {shown.map(({ title, path }) => {
          const SourceLink = isSitePath(path) ? SiteLink : OutLink
          return (
            <li key={path}>
              <SourceLink href={path} lang={lang}>
                {title}
              </SourceLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
