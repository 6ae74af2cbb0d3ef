import { mapTexts, type TextTree } from '@/lib/map-texts'
import { site } from '@/lib/site'
import type messages from '@/messages/en.json'
import type { Locale } from './routing'

export type Messages = typeof messages

/** The facts a catalog may name without declaring them. */
export const facts: Record<string, string> = { brand: site.brand, product: site.product, founded: site.founded }

/** The catalog of a language with the company's facts ({brand}, {product}, {founded}) filled in. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return fillFacts(await loadCatalog(locale), facts) as Messages
}

/** The catalog of a language as it is written; in development as the preview shows it. */
export async function loadCatalog(locale: Locale): Promise<Messages> {
  // A build-time constant: nothing of the preview is in a production build. It reads the disk, where a broken catalog
  // can be fixed; an import would stay broken with what imports it.
  const catalog =
    process.env.NODE_ENV === 'development'
      ? (await import('@/lib/preview/catalog')).previewCatalog(locale)
      : (await import(`../../messages/${locale}.json`)).default
  return catalog
}

/** A catalog with these facts in place of their names, written so that ICU MessageFormat shows them literally. */
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
