// One text with its chips. A textarea, and not an editable element with boxes in it: keyboards, screen readers, spelling
// checkers, input methods, paste and undo work in it as everywhere. The chips are painted behind it by a copy of its
// text, and what an edit would cut is taken whole afterwards, so that no way of typing gets around that.
import { findChips, findEdit, isSound, wholeEdit } from './chips.js'
import { h } from './dom.js'

const signs = 'Signs such as { } < > work only as a whole: choose them from “Insert”.'

/**
 * @param {{ value: string, attributes: Record<string, unknown>, inPlural?: boolean, isRaw?: boolean, isLong?: boolean,
 *   oninput: () => void, say: (sentence: string) => void }} options
 */
export function createTextField({ value, attributes, inPlural, isRaw, isLong, oninput, say }) {
  const mirror = h('div', { class: 'mirror', 'aria-hidden': 'true' })
  const area = h('textarea', { rows: 1, ...attributes })
  let text = value
  let isSettling = false
  let lastCaret = 0

  function settle({ inputType = '' }) {
    if (isSettling) return
    isSettling = true
    const isHistory = inputType.startsWith('history')
    if (isHistory && !isSound(area.value, inPlural)) document.execCommand(inputType.slice('history'.length))
    else if (!isHistory && !isRaw) repair()
    isSettling = false
    text = area.value
    paint()
    oninput()
  }

  function repair() {
    const whole = wholeEdit(text, plain(area.value), inPlural, area.selectionStart)
    if (!whole) say(signs)
    const next = whole ?? { text, caret: Math.min(lastCaret, text.length) }
    if (next.text === area.value) return
    replace(area, next.text)
    area.setSelectionRange(next.caret, next.caret)
  }

  // A straight apostrophe before a chip would make words of it.
  function plain(typed) {
    const lines = isLong ? typed : typed.replace(/\s*\n\s*/g, ' ')
    return /'[{}<>]/.test(text) ? lines : lines.replace(/'(?=[{}<>])/g, '’')
  }

  function paint() {
    mirror.replaceChildren(...paintChips(text, inPlural, isRaw), '\u200B')
  }

  // The caret does not stop inside of a chip, and a selection ends beside it.
  function snap() {
    if (isRaw || isSettling) return
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = area
    const around = (at) => findChips(text, inPlural).find((chip) => chip.from < at && at < chip.to)
    const [first, last] = [around(start), around(end)]
    const isForward = start > lastCaret
    lastCaret = start
    if (!first && !last) return
    if (start === end) {
      lastCaret = isForward ? first.to : first.from
      area.setSelectionRange(lastCaret, lastCaret)
    } else area.setSelectionRange(first?.from ?? start, last?.to ?? end, direction)
  }

  area.value = value
  paint()
  area.addEventListener('beforeinput', (event) => {
    if (!isLong && !isRaw && /^insert(LineBreak|Paragraph)$/.test(event.inputType)) event.preventDefault()
  })
  area.addEventListener('input', (event) => (event.isComposing ? mirror.replaceChildren(area.value) : settle(event)))
  area.addEventListener('compositionend', settle)
  for (const type of ['selectionchange', 'keyup', 'pointerup']) area.addEventListener(type, snap)

  return {
    element: h('div', { class: 'text-field' }, mirror, area),
    area,
    read: () => text,
    write(next) {
      if (next === text) return
      text = next
      area.value = next
      paint()
    },
    /** Puts a chip at the caret; a pair of tags goes around what is selected. */
    insert(open, close = '') {
      area.focus()
      const { selectionStart: start, selectionEnd: end } = area
      document.execCommand('insertText', false, open + text.slice(start, end) + close)
      area.setSelectionRange(start + open.length, start + open.length + end - start)
    },
  }
}

// Through the browser's own editing, as far as it goes, for that can be undone.
function replace(area, text) {
  const { from, to, inserted } = findEdit(area.value, text)
  area.setSelectionRange(from, to)
  const isDone = document.execCommand(inserted ? 'insertText' : 'delete', false, inserted)
  if (!isDone || area.value !== text) area.value = text
}

function paintChips(text, inPlural, isRaw) {
  const parts = []
  let end = 0
  for (const { from, to, text: chip } of isRaw ? [] : findChips(text, inPlural)) {
    parts.push(...paintSpaces(text.slice(end, from)), h('span', { class: 'chip' }, chip))
    end = to
  }
  return [...parts, ...paintSpaces(text.slice(end))]
}

// Spaces at which a line does not break look like others.
function paintSpaces(words) {
  return words.split(/([\u00A0\u202F]+)/).map((part, at) => (at % 2 ? h('span', { class: 'fixed-space' }, part) : part))
}
