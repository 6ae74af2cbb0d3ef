// Finds the texts that `lib/preview/marks.ts` has marked with their keys.
const marks = /[\u{E0020}-\u{E007E}]+(?=\u{E007F})/gu
const tags = 0xe0000
const attributes = ['aria-label', 'aria-description', 'placeholder', 'alt', 'title', 'value', 'content']
const units = 'a, button, summary, label, option, h1, h2, h3'

/** The nearest element with marked texts, and those texts: `{ key: 'fr:Hero.title', use }`. */
export function textsAt(start) {
  for (let element = start; element && element !== document.body; element = element.parentElement) {
    const texts = element.matches(units) ? textsWithin(element) : textsOf(element)
    if (texts.length > 0) return { element, texts }
  }
}

export function textsOfPage() {
  const found = new Map()
  for (const element of document.querySelectorAll('head *, body, body *')) {
    for (const { key, use } of textsOf(element)) {
      const text = found.get(key) ?? { key, element, uses: new Set() }
      found.set(key, text)
      text.uses.add(use)
    }
  }
  return [...found.values()]
}

function textsWithin(element) {
  return [element, ...element.querySelectorAll('*')].flatMap(textsOf)
}

// Without texts of other elements. The text beside a field is its label's, which may stand around the field.
function textsOf(element) {
  const labels = [...(element.labels ?? [])].flatMap((label) => [label, ...label.querySelectorAll('*')])
  return [element, ...labels].flatMap(ownTexts)
}

function ownTexts(element) {
  if (element.matches('script, style')) return []
  const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const use = element.localName === 'title' ? 'title' : 'text'
  return [
    ...nodes.flatMap(({ data }) => keysIn(data).map((key) => ({ key, use }))),
    ...attributes.flatMap((name) =>
      keysIn(attributeOf(element, name)).map((key) => ({ key, use: useOf(element, name) })),
    ),
  ]
}

// Of a field, what stands in it now.
function attributeOf(element, name) {
  if (name === 'value' && element.matches('input, textarea')) return element.value
  return element.getAttribute(name) ?? ''
}

function useOf(element, attribute) {
  if (attribute !== 'content') return attribute
  return element.getAttribute('name') ?? element.getAttribute('property') ?? attribute
}

/**
 * The keys marked in a text, as `fr:Hero.title`.
 * @param {string} text
 * @returns {string[]}
 */
export function keysIn(text) {
  return (text.match(marks) ?? []).map((mark) =>
    String.fromCodePoint(...[...mark].map((letter) => letter.codePointAt(0) - tags)),
  )
}
