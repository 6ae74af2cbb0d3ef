import type { Element, Node } from '@xmldom/xmldom'
import { childrenOf, core, isElement, lineBreak } from './elements'

/** The text of sources or targets of a unit, with what its codes stand for. */
export function readInline(unit: Element, contents: Element[]): { text: string; problem?: string } {
  const lost: string[] = []
  const codeOf = (element: Element, reference: Reference) => {
    const code = findCode(unit, element, reference)
    if (code === undefined) lost.push(element.getAttribute('id') ?? '')
    return code ?? ''
  }
  const text = contents.map((content) => textWithin(content, codeOf)).join('')
  const problem = `The file does not say what the code ${lost.map((id) => `“${id}”`).join(', ')} stands for.`
  return lost.length > 0 ? { text, problem } : { text }
}

type Reference = 'dataRef' | 'dataRefStart' | 'dataRefEnd'

type CodeOf = (element: Element, reference: Reference) => string

function textWithin(element: Element, codeOf: CodeOf): string {
  return [...element.childNodes].map((node) => textOf(node, codeOf)).join('')
}

function textOf(node: Node, codeOf: CodeOf): string {
  if (!isElement(node)) return node.nodeType === node.COMMENT_NODE ? '' : (node.nodeValue ?? '')
  switch (node.localName) {
    case 'cp':
      return String.fromCharCode(Number.parseInt(node.getAttribute('hex') ?? '', 16))
    // A tool may take a link apart, into its start and its end.
    case 'ph':
    case 'sc':
    case 'ec':
      return codeOf(node, 'dataRef')
    case 'pc':
      return codeOf(node, 'dataRefStart') + textWithin(node, codeOf) + codeOf(node, 'dataRefEnd')
    // What is left are marks of the tool's own.
    default:
      return textWithin(node, codeOf)
  }
}

// A tool may leave out what the code of the same id, or the one it copied, says already.
function findCode(unit: Element, element: Element, reference: Reference): string | undefined {
  const id = element.getAttribute('copyOf') || element.getAttribute('id')
  const twins = elementsIn(unit, element.localName ?? '').filter((other) => other.getAttribute('id') === id)
  const known = (attribute: string) =>
    [element, ...twins].map((each) => each.getAttribute(attribute) ?? '').find(Boolean)
  if (known('subType') === lineBreak) return '\n'
  const name = known(reference)
  const data = elementsIn(unit, 'originalData').flatMap((list) => childrenOf(list, 'data'))
  const found = data.find((each) => each.getAttribute('id') === name)
  if (found) return textWithin(found, () => '')
  // Some tools forget the data of codes, and keep how they were shown.
  const shown = known(reference.replace('dataRef', 'disp'))
  return shown && element.localName !== 'ph' ? `<${shown}>` : shown
}

function elementsIn(unit: Element, name: string): Element[] {
  return [...unit.getElementsByTagNameNS(core, name)]
}
