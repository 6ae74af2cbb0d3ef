import { site } from '@/lib/site'
import type messages from '@/messages/en.json'
import type { Locale } from './routing'

export type Messages = typeof messages

type Tree = { [key: string]: string | Tree }

/** The catalog of a language with the company's facts ({brand}, {product}, {founded}) filled in. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const catalog = await import(`../../messages/${locale}.json`)
  return fillFacts(catalog.default) as Messages
}

/** The facts a catalog may name without declaring them. */
export const facts = { brand: site.brand, product: site.product, founded: site.founded } as const

function fillFacts(tree: Tree): Tree {
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === 'string' ? fillText(value) : fillFacts(value),
  ])
  return Object.fromEntries(entries)
}

function fillText(message: string): string {
  return message.replace(/\{(brand|product|founded)\}/g, (_, name: keyof typeof facts) => escapeIcu(facts[name]))
}

// In ICU MessageFormat an apostrophe quotes the braces and angle brackets that follow it.
function escapeIcu(value: string): string {
  return value.replaceAll("'", "''").replace(/[{}<>]/g, (mark) => `'${mark}'`)
}
