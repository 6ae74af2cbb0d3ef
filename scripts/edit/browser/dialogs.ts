// The dialogs that the toolbar opens: search and replace, translations,
// changes, proposal.
import type { Finding } from '../../copy/catalogs'
import type { Proposal, Proposed } from '../proposal'
import type { EditorState, Match, OpenTranslation, ShownChange } from '../text'
import {
  ask,
  button,
  counted,
  diffOf,
  h,
  labelled,
  languageName,
  openDialog,
  select,
  small,
} from './dom'
import { draftKeys, sendStep } from './drafts'
import type { OpenText } from './panel'

type Options = {
  root: ShadowRoot
  open: OpenText
  state: EditorState
  done: () => unknown
}

type Row = (HTMLElement | string | false)[]

function listOf(rows: Row[]): HTMLElement {
  const items = rows.map((row) => h('li', {}, row))
  return h('ul', { class: 'rows' }, items)
}

/**
 * Opens a dialog; `linkTo` makes links that open a text and close the dialog.
 */
function openList({ root, open }: Options, title: string) {
  const shown = openDialog(root, title)
  const linkTo = (key: string, words: string) => {
    const go = () => {
      shown.close()
      open({ keys: [key] })
    }
    return button(words, go, { class: 'link' })
  }
  return { ...shown, linkTo }
}

type LinkTo = (key: string, words: string) => HTMLElement

function changeParts(
  { key, title, page, texts }: ShownChange,
  linkTo: LinkTo,
): Row {
  const isGone = texts.every(({ after }) => after === undefined)
  const parts = texts.map(({ locale, before = '', after = '' }) =>
    h(
      'div',
      { class: 'change' },
      small(languageName(locale)),
      diffOf(before, after, locale),
    ),
  )
  return [
    isGone ? h('span', {}, `${title} (deleted)`) : linkTo(key, title),
    small(page ? ` ${page}` : ''),
    ...parts,
  ]
}

/**
 * Lists texts that are not translated yet, or whose English text has changed
 * since they were translated.
 */
export async function openTranslations(options: Options) {
  const { body, say, linkTo } = openList(options, 'Translations')
  const answer = await ask<OpenTranslation[]>('translations')
  if (!answer.ok) return say(answer.error, true)
  if (answer.value.length === 0)
    return say('All translations are complete and up to date.')
  say(`${counted(answer.value.length, 'translation')} to write or check.`)
  const rows = answer.value.map((open) => {
    const { key, title, locale, english, earlier, why } = open
    const words = earlier
      ? diffOf(earlier, english, 'en')
      : h('p', { class: 'words', lang: 'en' }, english)
    return [
      linkTo(key, `${title} · ${languageName(locale)}`),
      small(` ${why}`),
      words,
    ]
  })
  body.append(listOf(rows))
}

export function openSearch(options: Options) {
  const { body, say, showActions, linkTo } = openList(
    options,
    'Search and replace',
  )
  const { locales, places } = options.state
  const languages = locales.map((code): [string, string] => [
    code,
    languageName(code),
  ])
  const named = places.map(({ place, name }): [string, string] => [place, name])
  const find = h('input', { name: 'find', type: 'search', autocomplete: 'off' })
  const hint =
    'Words as the page shows them. Leave it empty to list all texts of a place, such as a page or the e-mails.'
  const replace = h('input', { name: 'replace', autocomplete: 'off' })
  const replaceButton = button('Replace', replaceChosen, {
    class: 'primary',
    hidden: true,
  })
  const results = h('div')
  let found: (Match & { box: HTMLInputElement })[] = []
  const fields = [
    labelled('Find', find, hint),
    labelled('Replace with', replace, 'Leave it empty to search only.'),
    labelled(
      'Language',
      select('locale', [['', 'All languages'], ...languages]),
    ),
    labelled('Place', select('place', [['', 'Everywhere'], ...named])),
    h('button', {}, 'Search'),
  ]
  const form = h('form', { class: 'fields', onsubmit: submit }, fields)
  body.append(form, results)
  showActions(replaceButton)
  find.focus()

  async function submit(event: Event) {
    event.preventDefault()
    const answer = await ask<Match[]>(
      'search',
      Object.fromEntries(new FormData(form)),
    )
    if (!answer.ok) return say(answer.error, true)
    found = answer.value.map((match) => {
      return {
        ...match,
        box: h('input', { type: 'checkbox', checked: true, onchange: count }),
      }
    })
    results.replaceChildren(listOf(found.map(rowOf)))
    count()
  }

  function rowOf({
    key,
    title,
    place,
    locale,
    before,
    after,
    box,
  }: (typeof found)[number]): Row {
    const name = `${title} · ${languageName(locale)}`
    const label = h('span', { class: 'visually-hidden' }, `Replace in ${name}`)
    const words = [
      linkTo(key, name),
      small(` ${place}`),
      diffOf(before, after, locale),
    ]
    return [before !== after && h('label', {}, box, label), h('div', {}, words)]
  }

  function chosen() {
    return found.filter(
      ({ before, after, box }) => after !== before && box.checked,
    )
  }

  function count() {
    replaceButton.hidden = found.every(({ before, after }) => after === before)
    replaceButton.disabled = chosen().length === 0
    replaceButton.textContent = `Replace in ${counted(chosen().length, 'text')}`
    say(
      found.length === 0
        ? 'Nothing found.'
        : `Found ${counted(found.length, 'text')}.`,
    )
  }

  async function replaceChosen() {
    replaceButton.disabled = true
    const changes = chosen().map(({ key, locale, before, after }) => {
      const brand = options.state.brand !== null && { brand: true }
      const change = { type: 'set' as const, key, locale, text: after }
      return { ...change, base: before, ...brand }
    })
    const answer = await sendStep('save', changes)
    replaceButton.disabled = false
    if (!answer.ok) return say(`Nothing was replaced. ${answer.error}`, true)
    options.done()
    found = []
    results.replaceChildren()
    count()
    say(`Replaced in ${counted(changes.length, 'text')}. “Undo” reverts it.`)
  }
}

/** The changes, and a form for proposing them. */
export async function openChanges(options: Options) {
  const { body, say, showActions, linkTo } = openList(options, 'Changes')
  say('Looking for earlier proposals…')
  const answer = await ask<Proposal>('proposal')
  if (!answer.ok) return say(answer.error, true)
  const { value } = answer
  const latest = button('Get the latest texts', getLatest)
  const proposeButton = h(
    'button',
    { class: 'primary', form: 'proposal' },
    'Propose',
  )
  showActions(latest)
  say(value.problem ?? '')
  if (value.problem) return
  const [unsaved, ...others] = draftKeys()
  const notice = `${counted(others.length + 1, 'text')} not saved yet will not be included. `
  if (unsaved)
    body.append(h('p', { class: 'notice' }, notice, linkTo(unsaved, 'Show')))
  const form = createForm(value, linkTo, propose)
  body.append(...blockingList(value.blocking, linkTo), form)
  body.append(...laterList(value.later, linkTo))
  if (value.blocking.length === 0) showActions(latest, proposeButton)

  async function propose(event: Event) {
    event.preventDefault()
    const data = new FormData(form)
    proposeButton.disabled = true
    say('This can take a moment.')
    const sent = await ask<Proposed>('propose', {
      message: data.get('message'),
    })
    proposeButton.disabled = false
    if (!sent.ok) return say(sent.error, true)
    const { url, next } = sent.value
    const link =
      url &&
      h(
        'a',
        { href: url, target: '_blank', rel: 'noreferrer' },
        'Open the proposal',
      )
    body.replaceChildren(
      listOf(next.map((sentence) => [sentence])),
      h('p', {}, link),
    )
    showActions()
    say(sent.value.sent ? 'Proposed.' : 'Kept on this computer.')
    options.done()
  }

  async function getLatest() {
    say('Getting the latest texts…')
    const taken = await ask<{ notice: string }>('latest', {})
    say(taken.ok ? taken.value.notice : taken.error, !taken.ok)
    if (taken.ok) options.done()
  }
}

function destinationOf({ isOpen, destination }: Proposal): HTMLElement {
  const state = isOpen
    ? 'Your last proposal is still open. These changes are added to it.'
    : 'This is a new proposal.'
  const place = destination
    ? `It is sent to ${destination}.`
    : 'It stays on this computer: there is nowhere to send it.'
  return h('p', {}, `${state} ${place}`)
}

function createForm(
  proposal: Proposal,
  linkTo: LinkTo,
  onsubmit: (event: Event) => void,
) {
  const { message, changes } = proposal
  const rows = changes.map((change) => changeParts(change, linkTo))
  const words = h(
    'textarea',
    { name: 'message', rows: 3, required: true },
    message,
  )
  const field = labelled('What did you change?', words)
  return h(
    'form',
    { id: 'proposal', onsubmit },
    listOf(rows),
    destinationOf(proposal),
    field,
  )
}

function laterList(later: OpenTranslation[], linkTo: LinkTo): HTMLElement[] {
  if (later.length === 0) return []
  const sentence = `${counted(later.length, 'translation')} of these texts can follow in a later proposal:`
  const rows = later.map(({ key, title, locale, why }) => [
    linkTo(key, `${title} · ${languageName(locale)}`),
    small(` ${why}`),
  ])
  return [h('p', {}, sentence), listOf(rows)]
}

function blockingList(blocking: Finding[], linkTo: LinkTo): HTMLElement[] {
  if (blocking.length === 0) return []
  const rows = blocking.map(({ key, file, locale, problem, fix }) => {
    const name = key
      ? linkTo(key, `${key} · ${languageName(locale)}`)
      : h('code', {}, file)
    return [name, h('p', {}, `${problem} ${fix}`)]
  })
  return [
    h('p', {}, `Fix ${counted(blocking.length, 'error')} before you propose:`),
    listOf(rows),
  ]
}
