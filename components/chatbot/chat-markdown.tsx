import { type ComponentProps, useContext } from 'react'
import Markdown, { defaultUrlTransform } from 'react-markdown'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import { telephoneNumber } from '@/lib/plain-text'
import { OutLink, PageLink, WindowContext } from './chat-links'

// Allows only text, lists, tables and links: no images, which the browser would
// fetch, and no styles, classes or raw HTML.
const schema: Options = {
  tagNames: [
    ...[
      'p',
      'br',
      'strong',
      'em',
      'del',
      'a',
      'ul',
      'ol',
      'li',
      'blockquote',
      'code',
      'pre',
      'hr',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'h1', 'h2', 'h3'],
  ],
  attributes: { a: ['href'] },
  protocols: {
    href: ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp', 'tel'],
  },
  strip: ['script', 'style'],
}

// Shows headings in bold, because they must not become headings of the page.
const components = {
  a: AnswerLink,
  h1: 'strong',
  h2: 'strong',
  h3: 'strong',
} as const

export function ChatMarkdown({ text, lang }: { text: string; lang?: string }) {
  return (
    <div className="chat-text chat-markdown" lang={lang}>
      <Markdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        components={components}
        urlTransform={allowedUrl}
      >
        {text}
      </Markdown>
    </div>
  )
}

/** Allows `tel:` links for plain numbers, but not for service codes. */
function allowedUrl(url: string): string {
  return telephoneNumber(url) ? url : defaultUrlTransform(url)
}

/**
 * Shows links to other hosts as text, because a link would look like a
 * recommendation by this site.
 */
function AnswerLink({ href = '', children }: ComponentProps<'a'>) {
  const { hosts } = useContext(WindowContext)
  if (isOwn(href)) return <PageLink href={href}>{children}</PageLink>
  if (telephoneNumber(href)) return <a href={href}>{children}</a>
  const mailHost = href.match(/^mailto:[^@,?%]+@([^@,?%]+)$/)?.[1]
  if (!allowedAddress(mailHost ?? href, hosts)) return <span>{children}</span>
  const NamedLink = mailHost ? 'a' : OutLink
  return <NamedLink href={href}>{children}</NamedLink>
}

/**
 * Excludes relative paths, because an answer does not know which page it is
 * read on.
 */
function isOwn(href: string): boolean {
  const isHere =
    URL.canParse(href) && new URL(href).origin === window.location.origin
  return isHere || href.startsWith('#') || isSitePath(href)
}
