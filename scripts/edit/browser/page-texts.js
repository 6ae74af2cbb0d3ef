// All texts of the page, with those that only search engines and screen readers are told.
import { keysIn, textsOfPage } from '/_preview/marks.js'
import { labelled, openDialog } from './dialog.js'
import { button, h } from './dom.js'

/** @param {{ root: ShadowRoot, open: (target: { keys: string[], from?: Element }) => void }} options */
export function openPageTexts({ root, open }) {
  const filter = h('input', { type: 'search', oninput: show, autocomplete: 'off' })
  const list = h('ul', { class: 'rows' })
  const texts = textsOfPage().map(({ key, element, uses }) => ({
    key: key.slice(key.indexOf(':') + 1),
    element,
    uses: [...uses].join(', '),
    words: wordsOf(element, key),
  }))
  const { close } = openDialog(root, `Texts of this page (${texts.length})`, labelled('Find', filter), list)
  show()
  filter.focus()

  function show() {
    const wanted = filter.value.toLowerCase()
    const found = texts.filter(({ key, words }) => `${key} ${words}`.toLowerCase().includes(wanted))
    list.replaceChildren(...found.map(row))
  }

  function row({ key, element, uses, words }) {
    const choose = () => {
      close()
      open({ keys: [key], from: element })
    }
    const use = uses === 'text' ? '' : uses
    return h(
      'li',
      {},
      button([h('code', {}, key), h('span', { class: 'small' }, use), h('span', { class: 'words' }, words)], choose, {
        class: 'row',
      }),
    )
  }
}

// What is before the mark of the key, wherever the element has it.
function wordsOf(element, key) {
  const places = [...element.childNodes]
    .map((node) => node.data ?? '')
    .concat([...element.attributes].map(({ value }) => value))
  const found = places.find((text) => keysIn(text).includes(key)) ?? ''
  return found.replace(/[\u{E0000}-\u{E007F}]+/gu, ' ').trim()
}
