import { createContext, type ReactNode, useContext } from 'react'
import { splitPath } from '@/lib/i18n/navigation'
import { fillDraft } from '@/lib/leads/browser/fill-draft'
import { pageOf, paths } from '@/lib/routes'
import { ContactLink } from './contact-link'

/** What an answer's links to the contact form need: what was asked, and how to close the window. */
export const FormLinkContext = createContext({ question: '', onLeave: () => {} })

type Props = { href: string; lang?: string; children?: ReactNode }

/** A link of an answer to a page of this site; one to the contact form puts the question into it. */
export function SiteLink({ href, lang, children }: Props) {
  const { question, onLeave } = useContext(FormLinkContext)
  if (!leadsToForm(href)) {
    return (
      <a href={href} lang={lang}>
        {children}
      </a>
    )
  }

  function leave() {
    fillDraft({ message: question })
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
