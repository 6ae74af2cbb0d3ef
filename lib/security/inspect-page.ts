import { createHash } from 'node:crypto'
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter as nodes,
  parse,
} from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/**
 * The policy sources for a page's inline scripts and styles, and whatever no
 * strict policy could allow.
 */
export type Inspection = {
  scripts: string[]
  styles: string[]
  errors: string[]
}

/**
 * Types of script elements that browsers do not run (html.spec.whatwg.org,
 * "data block").
 */
const dataTypes = ['application/ld+json', 'application/json']

export function inspectPage(html: string): Inspection {
  const inspection: Inspection = { scripts: [], styles: [], errors: [] }
  for (const element of elementsOf(html)) inspectElement(element, inspection)
  const { scripts, styles, errors } = inspection
  return {
    scripts: [...new Set(scripts)],
    styles: [...new Set(styles)],
    errors: [...new Set(errors)],
  }
}

export function elementsOf(html: string): Element[] {
  return descendants(
    parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true }),
  )
}

export function attribute(
  { attrs }: Element,
  name: string,
): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

/** Inserts text such as ` lang="en"` into the start tags of these elements. */
export function addAttributes(
  html: string,
  additions: [element: Element, text: string][],
): string {
  return additions
    .flatMap(([{ sourceCodeLocation: location, tagName }, text]) =>
      location
        ? [{ at: location.startOffset + `<${tagName}`.length, text }]
        : [],
    )
    .reduceRight(
      (page, { at, text }) => page.slice(0, at) + text + page.slice(at),
      html,
    )
}

function descendants(parent: ParentNode): Element[] {
  return parent.childNodes.filter(nodes.isElementNode).flatMap((element) => {
    const content =
      'content' in element ? descendants(element.content as ParentNode) : []
    return [element, ...content, ...descendants(element)]
  })
}

function inspectElement(element: Element, inspection: Inspection) {
  const { tagName } = element
  if (tagName === 'style') inspection.styles.push(hashSource(textOf(element)))
  for (const { name, value } of element.attrs) {
    if (name === 'style')
      inspection.errors.push(`a style attribute on <${tagName}>`)
    if (name.startsWith('on'))
      inspection.errors.push(`the event attribute ${name} on <${tagName}>`)
    if (URL.canParse(value) && new URL(value).protocol === 'javascript:')
      inspection.errors.push(`a javascript: address on <${tagName}>`)
  }
  if (tagName !== 'script') return
  const source = attribute(element, 'src')
  const isDataBlock = dataTypes.includes(attribute(element, 'type') ?? '')
  if (source === undefined && !isDataBlock)
    inspection.scripts.push(hashSource(textOf(element)))
  if (source !== undefined && !attribute(element, 'integrity'))
    inspection.errors.push(`the script ${source} without integrity`)
}

export function hashSource(text: string): string {
  return `'${integrityOf(text)}'`
}

export function integrityOf(content: Buffer | string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

export function textOf(element: Element): string {
  return element.childNodes
    .map((node) => (nodes.isTextNode(node) ? node.value : ''))
    .join('')
}
