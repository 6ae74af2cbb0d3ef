// The lists that the toolbar opens: search and replace, translations, changes, the proposal.
import type { Finding } from '../../copy/catalogs'
import type { Proposal, Proposed } from '../proposal'
import type { EditorState, Match, OpenTranslation, Place, ShownChange } from '../text'
import { ask, button, counted, type Dialog, diffOf, h, labelled, languageName, openDialog, select } from './dom'
import { draftKeys, saveChanges } from './drafts'
import type { OpenText } from './panel'

export type DialogOptions = { root: ShadowRoot; open: OpenText; locales: string[]; done: () => unknown }

type Row = (HTMLElement | string | false)[]

function listOf(rows: Row[]): HTMLElement {
  const items = rows.map((row) => h('li', {}, row))
  return h('ul', { class: 'rows' }, items)
}

/** Opens a dialog with a function that makes links to texts, which close it. */
function openList({ root, open }: DialogOptions, title: string) {
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

function small(words: string) {
  return h('span', { class: 'small' }, words)
}

type LinkTo = (key: string, words: string) => HTMLElement

export async function openChanges(options: DialogOptions) {
  const { body, say, linkTo } = openList(options, 'Changes')
  const answer = await ask<ShownChange[]>('changes')
  if (!answer.ok) return say(answer.error, true)
  if (answer.value.length === 0) return say('No text has changed.')
  body.append(listOf(answer.value.map((change) => changeParts(change, linkTo))))
}

function changeParts({ key, title, page, texts }: ShownChange, linkTo: LinkTo): Row {
  const isGone = texts.every(({ after }) => after === undefined)
  const parts = texts.map(({ locale, before = '', after = '' }) =>
    h('div', { class: 'change' }, small(languageName(locale)), diffOf(before, after, locale)),
  )
  return [isGone ? h('span', {}, `${title} (deleted)`) : linkTo(key, title), small(page ? ` ${page}` : ''), ...parts]
}

/** Texts that are not translated yet, or whose English text has changed since. */
export async function openTranslations(options: DialogOptions) {
  const { body, say, linkTo } = openList(options, 'Translations')
  const answer = await ask<OpenTranslation[]>('translations')
  if (!answer.ok) return say(answer.error, true)
  if (answer.value.length === 0) return say('All translations are complete and up to date.')
  say(`${counted(answer.value.length, 'translation')} to write or check.`)
  const rows = answer.value.map(({ key, title, locale, english, why }) => {
    const words = h('p', { class: 'words', lang: 'en' }, english)
    return [linkTo(key, `${title} · ${languageName(locale)}`), small(` ${why}`), words]
  })
  body.append(listOf(rows))
}

export async function openSearch(options: DialogOptions) {
  const { body, say, showActions, linkTo } = openList(options, 'Search and replace')
  const places = await ask<Place[]>('places')
  const named = places.ok ? places.value.map(({ place, name }): [string, string] => [place, name]) : []
  const languages = options.locales.map((code): [string, string] => [code, languageName(code)])
  const find = h('input', { type: 'search', autocomplete: 'off' })
  const replace = h('input', { autocomplete: 'off' })
  const locale = select('locale', [['', 'All languages'], ...languages])
  const place = select('place', [['', 'Everywhere'], ...named])
  const [matchCase, wholeWord] = [h('input', { type: 'checkbox' }), h('input', { type: 'checkbox' })]
  const replaceButton = button('Replace', replaceChosen, { class: 'primary', hidden: true })
  const results = h('div', {})
  const checks = [h('label', {}, matchCase, 'Match case'), h('label', {}, wholeWord, 'Whole words')]
  const fields = [
    labelled(
      'Find',
      find,
      'Words as the page shows them. Leave it empty to list all texts of a place, such as a page or the e-mails.',
    ),
    labelled('Replace with', replace, 'Leave it empty to search only.'),
    labelled('Language', locale),
    labelled('Place', place),
    h('div', { class: 'checks' }, checks),
    h('button', {}, 'Search'),
  ]
  let found: (Match & { box: HTMLInputElement })[] = []
  let versions = {}
  body.append(h('form', { class: 'fields', onsubmit: submit }, fields), results)
  showActions(replaceButton)
  find.focus()

  async function submit(event: Event) {
    event.preventDefault()
    const state = await ask<EditorState>('state')
    if (state.ok) versions = state.value.versions
    const answer = await ask<Match[]>('search', {
      ...{ find: find.value, matchCase: matchCase.checked, wholeWord: wholeWord.checked },
      ...(locale.value && { locale: locale.value }),
      ...(place.value && { place: place.value }),
      ...(replace.value && { replace: replace.value }),
    })
    if (!answer.ok) return say(answer.error, true)
    found = answer.value.map((match) => {
      return { ...match, box: h('input', { type: 'checkbox', checked: true, onchange: count }) }
    })
    results.replaceChildren(listOf(found.map(rowOf)))
    count()
  }

  function rowOf(match: (typeof found)[number]): Row {
    const { key, before, after, box } = match
    const name = `${match.title} · ${languageName(match.locale)}`
    const label = h('span', { class: 'visually-hidden' }, `Replace in ${name}`)
    const words = [linkTo(key, name), small(` ${match.place}`), diffOf(before, after, match.locale)]
    return [before !== after && h('label', {}, box, label), h('div', {}, words)]
  }

  function chosen() {
    return found.filter(({ before, after, box }) => after !== before && box.checked)
  }

  function count() {
    replaceButton.hidden = found.every(({ before, after }) => after === before)
    replaceButton.disabled = chosen().length === 0
    replaceButton.textContent = `Replace in ${counted(chosen().length, 'text')}`
    say(found.length === 0 ? 'Nothing found.' : `Found ${counted(found.length, 'text')}.`)
  }

  async function replaceChosen() {
    const changes = chosen().map(({ key, locale: language, after }) => {
      return { type: 'set' as const, key, locale: language, text: after }
    })
    replaceButton.disabled = true
    const answer = await saveChanges(changes, versions)
    if (!answer.ok) {
      replaceButton.disabled = false
      return say(`Nothing was replaced. ${answer.error}`, true)
    }
    found = []
    results.replaceChildren()
    replaceButton.hidden = true
    say(`Replaced in ${counted(changes.length, 'text')}. “Undo” reverts it.`)
  }
}

export async function openProposal(options: DialogOptions) {
  const shown = openList(options, 'Propose changes')
  const { body, say, showActions, linkTo } = shown
  say('Looking for earlier proposals…')
  const answer = await ask<Proposal>('proposal')
  if (!answer.ok) return say(answer.error, true)
  const { value } = answer
  const latest = button('Get the latest texts', () => getLatest(shown, options.done))
  const [unsaved, ...others] = draftKeys()
  const notice = `${counted(others.length + 1, 'text')} not saved yet will not be included. `
  say('')
  body.append(...(unsaved ? [h('p', { class: 'notice' }, notice, linkTo(unsaved, 'Show'))] : []), openNotice(value))
  showActions(latest)
  if (value.problem) return say(value.problem)
  if (value.blocking.length > 0) return body.append(...blockingList(value.blocking, linkTo))
  const { form, read } = createForm(value, linkTo)
  let isBusy = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    await send(read())
    isBusy = false
  })
  body.append(form)
  showActions(latest, h('button', { class: 'primary', form: form.id }, 'Propose'))

  async function send(request: ReturnType<typeof read>) {
    say('This can take a moment.')
    const sent = await ask<Proposed>('propose', request)
    if (!sent.ok) return say(sent.error, true)
    const { url, next } = sent.value
    body.replaceChildren(listOf(next.map((sentence) => [sentence])), h('p', {}, linkOut(url, 'Open the proposal')))
    showActions()
    say(sent.value.sent ? 'Proposed.' : 'Kept on this computer.')
    options.done()
  }
}

async function getLatest({ say }: Dialog, done: () => void) {
  say('Getting the latest texts…')
  const answer = await ask<{ notice: string }>('latest', {})
  say(answer.ok ? answer.value.notice : answer.error, !answer.ok)
  if (answer.ok) done()
}

function openNotice({ isOpen, url, destination }: Proposal): HTMLElement {
  const state = isOpen ? 'Your last proposal is still open. These changes are added to it.' : 'This is a new proposal.'
  const place = destination
    ? `It is sent to ${destination}.`
    : 'It stays on this computer: there is nowhere to send it.'
  return h('p', {}, `${state} ${place} `, linkOut(url, 'Read it'))
}

function linkOut(url: string | null, words: string) {
  return url ? h('a', { href: url, target: '_blank', rel: 'noreferrer' }, words) : ''
}

function createForm({ message, author, changes }: Proposal, linkTo: LinkTo) {
  const words = h('textarea', { rows: 3, class: 'message', required: true })
  words.value = message
  const name = h('input', { autocomplete: 'name', required: true })
  const email = h('input', { type: 'email', autocomplete: 'email', required: true })
  const rows = changes.map((change) => {
    // Added and deleted texts belong to every proposal.
    const disabled = change.texts.some(({ before, after }) => before === undefined || after === undefined)
    const label = `Include ${change.title}`
    const box = h('input', { type: 'checkbox', checked: true, disabled, 'aria-label': label })
    return { key: change.key, box, row: [box, h('div', {}, changeParts(change, linkTo))] }
  })
  const signature = [
    labelled('Your name', name),
    labelled('Your e-mail address', email, 'Both appear with the proposal.'),
  ]
  const fields = [labelled('What did you change?', words), ...(author ? [] : signature)]
  const form = h('form', { id: 'proposal' }, fields, listOf(rows.map(({ row }) => row)))
  const read = () => ({
    message: words.value,
    without: rows.filter(({ box }) => !box.checked).map(({ key }) => key),
    ...(!author && { author: { name: name.value, email: email.value } }),
  })
  return { form, read }
}

function blockingList(blocking: Finding[], linkTo: LinkTo): HTMLElement[] {
  const rows = blocking.map(({ key, file, locale, problem, fix }) => {
    const name = key ? linkTo(key, `${key} · ${languageName(locale)}`) : h('code', {}, file)
    return [name, h('p', {}, `${problem} ${fix}`)]
  })
  return [h('p', {}, `Fix ${counted(blocking.length, 'error')} before you propose:`), listOf(rows)]
}
