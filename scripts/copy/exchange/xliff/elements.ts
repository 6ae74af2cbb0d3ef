import type { Element, Node } from '@xmldom/xmldom'

export const core = 'urn:oasis:names:tc:xliff:document:2.0'

/** Modules: metadata, and size and length restriction. */
export const modules: Record<string, string> = {
  mda: 'urn:oasis:names:tc:xliff:metadata:2.0',
  slr: 'urn:oasis:names:tc:xliff:sizerestriction:2.0',
}

/** The kind of code that stands for a line break. */
export const lineBreak = 'xlf:lb'

/** Adds an element at the end of another. Names of the modules have their prefix. */
export function add(parent: Element, name: string, attributes: Record<string, string> = {}): Element {
  const element = documentOf(parent).createElementNS(namespaceOf(name) ?? core, name)
  setAttributes(element, attributes)
  parent.appendChild(element)
  return element
}

export function setAttributes(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    const namespace = namespaceOf(name)
    if (namespace) element.setAttributeNS(namespace, name, value)
    else element.setAttribute(name, value)
  }
}

function namespaceOf(name: string): string | undefined {
  return modules[name.split(':')[0] ?? '']
}

function documentOf({ ownerDocument }: Element) {
  if (!ownerDocument) throw new Error('This element is in no document.')
  return ownerDocument
}

// XML 1.0 has no place for these; a carriage return would become a line feed.
const unprintable = /([^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}])/u

/** Adds a text; XLIFF writes the characters that XML cannot hold as elements. */
export function addText(parent: Element, text: string) {
  for (const [index, piece] of text.split(unprintable).entries()) {
    const isUnprintable = index % 2 === 1
    if (isUnprintable) add(parent, 'cp', { hex: piece.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') })
    else if (piece !== '') parent.appendChild(documentOf(parent).createTextNode(piece))
  }
}

export function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE
}

/** The elements of XLIFF's core below another one, of this name. */
export function childrenOf(element: Element, ...names: string[]): Element[] {
  const elements = [...element.childNodes].filter(isElement)
  return elements.filter((child) => child.namespaceURI === core && names.includes(child.localName ?? ''))
}

const withText = ['source', 'target', 'data', 'note', 'mda:meta']

/** Puts each element on a line of its own, but for those that hold text. */
export function indent(element: Element, line = '\n') {
  const children = [...element.childNodes]
  if (children.length === 0 || withText.includes(element.tagName)) return
  const document = documentOf(element)
  for (const child of children) {
    element.insertBefore(document.createTextNode(`${line}  `), child)
    if (isElement(child)) indent(child, `${line}  `)
  }
  element.appendChild(document.createTextNode(line))
}
