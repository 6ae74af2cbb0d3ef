import { attribute, elementsOf } from '@/lib/security/inspect-page'

/** Integrity values by a file's path below `/_next/`. */
export type IntegrityOf = Record<string, string>

/** Adds integrity to all scripts: Next leaves out a page's own chunks (github.com/vercel/next.js/issues/74147). */
export function addIntegrity(html: string, integrityOf: IntegrityOf): string {
  const places = elementsOf(html).flatMap((element) => {
    const { tagName, sourceCodeLocation: place } = element
    const preloads = tagName === 'link' && attribute(element, 'as') === 'script'
    if (!place || (tagName !== 'script' && !preloads) || attribute(element, 'integrity')) return []
    const file = attribute(element, preloads ? 'href' : 'src')?.replace(/^\/_next\//, '')
    const value = file && integrityOf[file]
    return value ? [{ at: place.startOffset + `<${tagName}`.length, text: ` integrity="${value}"` }] : []
  })
  return places.reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), html)
}
