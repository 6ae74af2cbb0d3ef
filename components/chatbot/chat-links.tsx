import { useLocale, useTranslations } from 'next-intl'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import { Icon } from '@/components/ui/icon'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import type { Source } from '@/lib/chatbot/schema'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { pageOf, paths } from '@/lib/routes'

/**
 * The hosts that an answer may link to, and a callback that closes the window
 * when the visitor leaves for the form.
 */
export const WindowContext = createContext({
  hosts: [] as string[],
  onLeave: () => {},
})

type LinkProps = {
  href: string
  className?: string
  lang?: string
  children?: ReactNode
}

export function ContactLink({ children, ...attributes }: Partial<LinkProps>) {
  const t = useTranslations('Chat')
  const locale = useLocale()
  const { onLeave } = useContext(WindowContext)

  function leave(event: MouseEvent) {
    onLeave()
    const firstField = document.getElementById('contact-name')
    const opensAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!firstField || opensAnotherTab) return
    // If the form is on this page, focuses it once the window is closed.
    event.preventDefault()
    requestAnimationFrame(() => firstField.focus())
  }

  return (
    <a
      {...attributes}
      href={localizedPath(locale, paths.contact)}
      onClick={leave}
    >
      {children ?? t('contact')}
    </a>
  )
}

export function OutLink({ children, ...attributes }: LinkProps) {
  const t = useTranslations('Chat')
  return (
    <a {...attributes} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      <Icon name="out" size={10} strokeWidth={2.5} className="chat-out" />
      <span
        className="visually-hidden"
        lang={useLocale()}
      >{` (${t('newTab')})`}</span>
    </a>
  )
}

export function PageLink(link: LinkProps) {
  return leadsToForm(link.href) ? <ContactLink {...link} /> : <a {...link} />
}

/**
 * Ignores the language of the link, because the form opens in the page's
 * language.
 */
function leadsToForm(href: string): boolean {
  const { pathname, hash } = new URL(href, window.location.href)
  return hash === '' && pageOf(splitPath(pathname).path) === paths.contact
}

export function RedirectLink({ message }: { message: Message }) {
  const t = useTranslations('Chat')
  const { hosts } = useContext(WindowContext)
  const address =
    message.redirect_to && allowedAddress(message.redirect_to, hosts)
  if (!address) return null
  return (
    <p>
      <OutLink className="button chat-redirect" href={address}>
        {message.lead_type === 'retail' ? t('visitShop') : t('viewPrices')}
      </OutLink>
    </p>
  )
}

export function ChatSources({
  sources,
  lang,
}: {
  sources: Source[]
  lang?: string
}) {
  const t = useTranslations('Chat')
  const label = useId()
  const shown = sources.filter(
    ({ path }, index) =>
      isSitePath(path) &&
      sources.findIndex((source) => source.path === path) === index,
  )
  if (shown.length === 0) return null
  return (
    <div className="chat-sources soft">
      <span id={label}>{t('sources', { count: shown.length })}</span>
      <ul aria-labelledby={label}>
        {shown.map(({ title, path }) => (
          <li key={path}>
            <PageLink href={path} lang={lang}>
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
