// Finds words in the texts of all pages, and replaces them where they are chosen.
import { ask } from './api.js'
import { labelled, openDialog, select } from './dialog.js'
import { diffOf } from './diff.js'
import { button, counted, h, languageName } from './dom.js'
import { readVersions, saveChanges } from './save.js'

/** @param {{ root: ShadowRoot, locales: string[], open: (target: { keys: string[] }) => void }} options */
export function openSearch({ root, locales, open }) {
  const find = h('input', { type: 'search', autocomplete: 'off', required: true })
  const replace = h('input', { autocomplete: 'off' })
  const languages = locales.map((code) => [code, languageName(code)])
  const locale = select('locale', [['', 'All languages'], ...languages])
  const [matchCase, wholeWord] = [h('input', { type: 'checkbox' }), h('input', { type: 'checkbox' })]
  const replaceButton = button('Replace', replaceChosen, { class: 'primary', hidden: true })
  const results = h('ul', { class: 'rows' })
  const shown = openDialog(
    root,
    'Search and replace',
    h(
      'form',
      { class: 'fields', onsubmit: submit },
      labelled('Find', find),
      labelled('Replace with', replace, 'Leave it empty to search only.'),
      labelled('In', locale),
      h(
        'div',
        { class: 'checks' },
        h('label', {}, matchCase, 'Same capitals'),
        h('label', {}, wholeWord, 'Whole words'),
      ),
      h('button', {}, 'Search'),
    ),
    results,
  )
  let matches = []
  let versions
  shown.showActions(replaceButton)
  find.focus()

  async function submit(event) {
    event.preventDefault()
    const asked = { find: find.value, matchCase: matchCase.checked, wholeWord: wholeWord.checked, regex: false }
    versions = await readVersions()
    const answer = await ask('search', {
      ...asked,
      ...(locale.value && { locale: locale.value }),
      ...(replace.value && { replace: replace.value }),
    })
    if (!answer.ok) return shown.say(answer.error, true)
    matches = answer.value.matches.map((match) => ({
      ...match,
      box: h('input', { type: 'checkbox', checked: true, onchange: count }),
    }))
    results.replaceChildren(...matches.map(row))
    count()
  }

  function row({ key, locale, before, after, ranges, box }) {
    const isReplaced = after !== undefined && after !== before
    const go = () => {
      shown.close()
      open({ keys: [key] })
    }
    return h(
      'li',
      { class: 'match' },
      isReplaced &&
        h('label', {}, box, h('span', { class: 'visually-hidden' }, `Replace in ${key}, ${languageName(locale)}`)),
      h(
        'div',
        {},
        button(`${key} · ${languageName(locale)}`, go, { class: 'link' }),
        isReplaced ? diffOf(before, after, locale) : marked(before, ranges, locale),
      ),
    )
  }

  function chosen() {
    return matches.filter(({ before, after, box }) => after !== undefined && after !== before && box.checked)
  }

  function count() {
    const isReplacing = matches.some(({ before, after }) => after !== undefined && after !== before)
    replaceButton.hidden = !isReplacing
    replaceButton.disabled = chosen().length === 0
    replaceButton.textContent = `Replace in ${counted(chosen().length, 'text')}`
    shown.say(matches.length === 0 ? 'No text has this.' : `Found in ${counted(matches.length, 'text')}.`)
  }

  async function replaceChosen() {
    const changes = chosen().map(({ key, locale, after }) => ({ type: 'set', key, locale, text: after }))
    replaceButton.disabled = true
    const answer = await saveChanges(changes, versions)
    replaceButton.disabled = false
    if (!answer.ok) return shown.say(`Nothing was replaced. ${answer.error}`, true)
    matches = []
    results.replaceChildren()
    replaceButton.hidden = true
    shown.say(`Replaced in ${counted(changes.length, 'text')}. “Undo” takes it back.`)
  }
}

function marked(text, ranges, locale) {
  const parts = []
  let end = 0
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), h('mark', {}, text.slice(from, to)))
    end = to
  }
  return h('p', { class: 'diff', lang: locale }, ...parts, text.slice(end))
}
