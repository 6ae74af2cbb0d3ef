import { useLocale, useTranslations } from 'next-intl'
import { createContext, type MouseEvent, type ReactNode, useContext, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import type { Source } from '@/lib/chatbot/schema'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { fillDraft } from '@/lib/leads/browser/message'
import { pageOf, paths } from '@/lib/routes'

type ContactLinkProps = { className?: string; lang?: string; onLeave: () => void; children?: ReactNode }

export function ContactLink({ className, lang, onLeave, children }: ContactLinkProps) {
  const t = useTranslations('Chat')
  const locale = useLocale()

  function leave(event: MouseEvent) {
    onLeave()
    const firstField = document.getElementById('contact-name')
    const opensAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!firstField || opensAnotherTab) return
    // On the form's page already: focus the form once the window is closed.
    event.preventDefault()
    requestAnimationFrame(() => firstField.focus())
  }

  return (
    <a className={className} lang={lang} href={localizedPath(locale, paths.contact)} onClick={leave}>
      {children ?? t('contact')}
    </a>
  )
}

type OutLinkProps = { href: string; className?: string; lang?: string; children?: ReactNode }

export function OutLink({ href, className, lang, children }: OutLinkProps) {
  const t = useTranslations('Chat')
  return (
    <a href={href} className={className} lang={lang} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      <Icon name="out" size={10} strokeWidth={2.5} className="chat-out" />
      <span className="visually-hidden" lang={useLocale()}>{` (${t('newTab')})`}</span>
    </a>
  )
}

export const FormLinkContext = createContext({ inquiry: '', onLeave: () => {} })

type PageLinkProps = { href: string; lang?: string; children?: ReactNode }

export function PageLink({ href, lang, children }: PageLinkProps) {
  const { inquiry, onLeave } = useContext(FormLinkContext)
  if (!leadsToForm(href)) {
    return (
      <a href={href} lang={lang}>
        {children}
      </a>
    )
  }

  function leave() {
    fillDraft({ message: inquiry })
    onLeave()
  }

  return (
    <ContactLink lang={lang} onLeave={leave}>
      {children}
    </ContactLink>
  )
}

// In whatever language: the form is that of the page's.
function leadsToForm(href: string): boolean {
  if (!URL.canParse(href, window.location.href)) return false
  const { pathname, hash } = new URL(href, window.location.href)
  return hash === '' && pageOf(splitPath(pathname).path) === paths.contact
}

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
          const SourceLink = isSitePath(path) ? PageLink : OutLink
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
