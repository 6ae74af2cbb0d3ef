import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter as nodes, parse } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

export type Inspection = { hashes: string[]; errors: string[] }

/** Script elements that browsers do not run (html.spec.whatwg.org, "data block"). */
const dataTypes = ['application/ld+json', 'application/json']

export function inspectPage(html: string): Inspection {
  const found: Inspection = { hashes: [], errors: [] }
  for (const element of elementsOf(html)) inspectElement(element, found)
  return { hashes: [...new Set(found.hashes)], errors: [...new Set(found.errors)] }
}

/** Every element of a page, also within `template` and `noscript`. */
export function elementsOf(html: string): Element[] {
  return descendants(parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true }))
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

function descendants(parent: ParentNode): Element[] {
  return parent.childNodes.filter(nodes.isElementNode).flatMap((element) => {
    const content = 'content' in element ? descendants(element.content as ParentNode) : []
    return [element, ...content, ...descendants(element)]
  })
}

function inspectElement(element: Element, found: Inspection) {
  const { tagName } = element
  for (const { name, value } of element.attrs) {
    if (name === 'style') found.errors.push(`a style attribute on <${tagName}>`)
    if (name.startsWith('on')) found.errors.push(`the event attribute ${name} on <${tagName}>`)
    if (URL.canParse(value) && new URL(value).protocol === 'javascript:')
      found.errors.push(`a javascript: address on <${tagName}>`)
  }
  if (tagName !== 'script') return
  const source = attribute(element, 'src')
  if (source === undefined) found.hashes.push(...inlineHash(element))
  else if (!attribute(element, 'integrity')) found.errors.push(`the script ${source} without integrity`)
}

function inlineHash(script: Element): string[] {
  if (dataTypes.includes(attribute(script, 'type') ?? '')) return []
  const text = script.childNodes.filter(nodes.isTextNode).map(({ value }) => value)
  return [`'sha256-${createHash('sha256').update(text.join('')).digest('base64')}'`]
}
