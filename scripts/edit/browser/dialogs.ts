// The lists that the toolbar opens: texts of the page, changes, open translations, search and replace.
import type { Match, NamedKey, ShownChange } from '../types'
import { ask, button, counted, diffOf, h, labelled, languageName, openDialog, select } from './dom'
import { saveChanges } from './drafts'
import { textsOfPage, wordsOf } from './page'
import type { OpenText } from './panel'

export type DialogOptions = { root: ShadowRoot; open: OpenText; locales: string[] }

/** All texts of the page, also those that only search engines and screen readers get. */
export function openPageTexts({ root, open }: DialogOptions) {
  const filter = h('input', { type: 'search', oninput: show, autocomplete: 'off' })
  const list = h('ul', { class: 'rows' })
  const texts = textsOfPage().map((text) => ({ ...text, uses: [...text.uses].join(', '), words: wordsOf(text) }))
  const shown = openDialog(root, `Texts of this page (${texts.length})`)
  shown.body.append(labelled('Find', filter), list)
  show()
  filter.focus()

  function show() {
    const wanted = filter.value.toLowerCase()
    const found = texts.filter(({ key, words }) => `${key} ${words}`.toLowerCase().includes(wanted))
    const rows = found.map(({ key, element, uses, words }) => {
      const choose = () => {
        shown.close()
        open({ keys: [key], from: element })
      }
      const parts = [
        h('span', { class: 'words' }, words),
        h('span', { class: 'small' }, uses === 'text' ? key : `${key} · ${uses}`),
      ]
      return h('li', {}, button(parts, choose, { class: 'row' }))
    })
    list.replaceChildren(...rows)
  }
}

/** The texts that differ from the published ones. */
export async function openChanges({ root, open }: DialogOptions) {
  const shown = openDialog(root, 'Changes')
  const answer = await ask<ShownChange[]>('changes')
  if (!answer.ok) return shown.say(answer.error, true)
  if (answer.value.length === 0) return shown.say('No text has changed.')
  const go = (key: string) => {
    shown.close()
    open({ keys: [key] })
  }
  shown.body.append(
    h(
      'ul',
      { class: 'rows' },
      answer.value.map((change) => h('li', {}, ...changeParts(change, go))),
    ),
  )
}

export function changeParts({ key, title, page, texts }: ShownChange, go: (key: string) => void): HTMLElement[] {
  const isGone = texts.every(({ after }) => after === undefined)
  return [
    isGone ? h('span', {}, `${title} (deleted)`) : button(title, () => go(key), { class: 'link' }),
    h('span', { class: 'small' }, page ? ` ${page}` : ''),
    ...texts.map(({ locale, before = '', after = '' }) =>
      h('div', { class: 'change' }, h('span', { class: 'small' }, languageName(locale)), diffOf(before, after, locale)),
    ),
  ]
}

type OpenTranslation = NamedKey & { locale: string; english: string; why: string }

/** Texts that are not translated yet, or whose English text has changed since. */
export async function openTranslations({ root, open }: DialogOptions) {
  const shown = openDialog(root, 'Translations')
  const answer = await ask<OpenTranslation[]>('translations')
  if (!answer.ok) return shown.say(answer.error, true)
  if (answer.value.length === 0) return shown.say('All translations are complete and up to date.')
  shown.say(`${counted(answer.value.length, 'translation')} to write or check.`)
  const rows = answer.value.map(({ key, title, locale, english, why }) => {
    const go = () => {
      shown.close()
      open({ keys: [key] })
    }
    return h(
      'li',
      {},
      button(`${title} · ${languageName(locale)}`, go, { class: 'link' }),
      h('span', { class: 'small' }, ` ${why}`),
      h('p', { class: 'words', lang: 'en' }, english),
    )
  })
  shown.body.append(h('ul', { class: 'rows' }, rows))
}

/** Finds words in the texts of all places, also in errors and mails, and replaces them where they are chosen. */
export async function openSearch({ root, open, locales }: DialogOptions) {
  const shown = openDialog(root, 'Search and replace')
  const places = await ask<{ place: string; name: string }[]>('places')
  const find = h('input', { type: 'search', autocomplete: 'off' })
  const replace = h('input', { autocomplete: 'off' })
  const locale = select('locale', [
    ['', 'All languages'],
    ...locales.map((code): [string, string] => [code, languageName(code)]),
  ])
  const named = places.ok ? places.value.map(({ place, name }): [string, string] => [place, name]) : []
  const place = select('place', [['', 'Everywhere'], ...named])
  const [matchCase, wholeWord] = [h('input', { type: 'checkbox' }), h('input', { type: 'checkbox' })]
  const replaceButton = button('Replace', replaceChosen, { class: 'primary', hidden: true })
  const results = h('ul', { class: 'rows' })
  const checks = [h('label', {}, matchCase, 'Match case'), h('label', {}, wholeWord, 'Whole words')]
  shown.body.append(
    h(
      'form',
      { class: 'fields', onsubmit: submit },
      labelled('Find', find, 'Words as the page shows them. Leave it empty to list all texts of a place.'),
      labelled('Replace with', replace, 'Leave it empty to search only.'),
      labelled('Language', locale),
      labelled('Place', place),
      h('div', { class: 'checks' }, checks),
      h('button', {}, 'Search'),
    ),
    results,
  )
  let found: (Match & { box: HTMLInputElement })[] = []
  let versions = {}
  shown.showActions(replaceButton)
  find.focus()

  async function submit(event: Event) {
    event.preventDefault()
    const state = await ask<{ versions: Record<string, string> }>('state')
    if (state.ok) versions = state.value.versions
    const answer = await ask<{ matches: Match[] }>('search', {
      ...{ find: find.value, matchCase: matchCase.checked, wholeWord: wholeWord.checked },
      ...(locale.value && { locale: locale.value }),
      ...(place.value && { place: place.value }),
      ...(replace.value && { replace: replace.value }),
    })
    if (!answer.ok) return shown.say(answer.error, true)
    found = answer.value.matches.map((match) => {
      return { ...match, box: h('input', { type: 'checkbox', checked: true, onchange: count }) }
    })
    results.replaceChildren(...found.map(row))
    count()
  }

  function row({
    key,
    title,
    locale: language,
    place: where,
    before,
    after,
    shown: words,
    ranges,
    box,
  }: (typeof found)[number]) {
    const go = () => {
      shown.close()
      open({ keys: [key] })
    }
    const name = `${title} · ${languageName(language)}`
    const content =
      before === after ? marked(words ?? before, words ? [] : ranges, language) : diffOf(before, after, language)
    const choice =
      before !== after && h('label', {}, box, h('span', { class: 'visually-hidden' }, `Replace in ${name}`))
    const head = [button(name, go, { class: 'link' }), h('span', { class: 'small' }, ` ${where}`)]
    return h('li', { class: 'match' }, choice, h('div', {}, ...head, content))
  }

  function chosen() {
    return found.filter(({ before, after, box }) => after !== before && box.checked)
  }

  function count() {
    const isReplacing = found.some(({ before, after }) => after !== before)
    replaceButton.hidden = !isReplacing
    replaceButton.disabled = chosen().length === 0
    replaceButton.textContent = `Replace in ${counted(chosen().length, 'text')}`
    shown.say(found.length === 0 ? 'Nothing found.' : `Found ${counted(found.length, 'text')}.`)
  }

  async function replaceChosen() {
    const changes = chosen().map(({ key, locale: language, after }) => ({
      type: 'set' as const,
      key,
      locale: language,
      text: after,
    }))
    replaceButton.disabled = true
    const answer = await saveChanges(changes, versions)
    replaceButton.disabled = false
    if (!answer.ok) return shown.say(`Nothing was replaced. ${answer.error}`, true)
    found = []
    results.replaceChildren()
    replaceButton.hidden = true
    shown.say(`Replaced in ${counted(changes.length, 'text')}. “Undo” reverts it.`)
  }
}

function marked(text: string, ranges: Match['ranges'], locale: string) {
  const parts: (string | HTMLElement)[] = []
  let end = 0
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), h('mark', {}, text.slice(from, to)))
    end = to
  }
  return h('p', { class: 'diff', lang: locale }, ...parts, text.slice(end))
}
