import { mapTexts, type TextTree } from '@/lib/map-texts'
import { site } from '@/lib/site'
import type messages from '@/messages/en.json'
import type { Locale } from './routing'

export type Messages = typeof messages

export const facts: Record<string, string> = { brand: site.brand, product: site.product, founded: site.founded }

export async function loadMessages(locale: Locale): Promise<Messages> {
  return fillFacts(await loadCatalog(locale), facts) as Messages
}

export async function loadCatalog(locale: Locale): Promise<Messages> {
  // Reads the disk in development: a broken catalog can then be fixed, while an import would stay broken.
  const catalog =
    process.env.NODE_ENV === 'development'
      ? (await import('@/lib/preview/catalog')).previewCatalog(locale)
      : (await import(`../../messages/${locale}.json`)).default
  return catalog
}

export function fillFacts(tree: TextTree, values: Record<string, string>): TextTree {
  return mapTexts(tree, (text) => fillText(text, values))
}

function fillText(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (argument, name) => {
    const value = values[name]
    return value === undefined ? argument : escapeIcu(value)
  })
}

// In ICU MessageFormat an apostrophe quotes the braces and angle brackets that follow it.
function escapeIcu(value: string): string {
  return value.replaceAll("'", "''").replace(/[{}<>]/g, (mark) => `'${mark}'`)
}
