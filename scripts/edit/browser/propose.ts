// Sends changed texts to the people who publish them, and gets the latest published texts.
import type { Finding } from '../../copy/catalogs'
import type { Proposal, Proposed } from '../types'
import { changeParts, type DialogOptions } from './dialogs'
import { ask, button, counted, type Dialog, h, labelled, languageName, openDialog } from './dom'
import { draftKeys } from './drafts'

export async function openProposal({ root, open, done }: DialogOptions & { done: () => void }) {
  const shown = openDialog(root, 'Propose changes')
  shown.say('Looking for earlier proposals…')
  const answer = await ask<Proposal>('proposal')
  if (!answer.ok) return shown.say(answer.error, true)
  const { value } = answer
  const go = (key: string) => {
    shown.close()
    open({ keys: [key] })
  }
  shown.say('')
  shown.body.append(...unsavedNotice(go), ...openNotice(value))
  const latest = button('Get the latest texts', () => getLatest(shown, done))
  shown.showActions(latest)
  if (value.problem) return shown.say(value.problem)
  if (value.blocking.length > 0) return shown.body.append(...blockingList(value.blocking, go))
  const { form, read } = createForm(value, go)
  let isBusy = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    await send(read())
    isBusy = false
  })
  shown.body.append(form)
  shown.showActions(latest, h('button', { class: 'primary', form: form.id }, 'Propose'))

  async function send(request: ReturnType<typeof read>) {
    shown.say('This can take a moment.')
    const sent = await ask<Proposed>('propose', request)
    if (!sent.ok) return shown.say(sent.error, true)
    const { url, next } = sent.value
    const link = url
      ? [h('p', {}, h('a', { href: url, target: '_blank', rel: 'noreferrer' }, 'Open the proposal'))]
      : []
    shown.body.replaceChildren(
      h(
        'ul',
        { class: 'rows' },
        next.map((sentence) => h('li', {}, sentence)),
      ),
      ...link,
    )
    shown.showActions()
    shown.say(sent.value.sent ? 'Proposed.' : 'Kept on this computer.')
    done()
  }
}

async function getLatest(shown: Dialog, done: () => void) {
  shown.say('Getting the latest texts…')
  const answer = await ask<{ notice: string }>('latest', {})
  shown.say(answer.ok ? answer.value.notice : answer.error, !answer.ok)
  if (answer.ok) done()
}

function unsavedNotice(go: (key: string) => void): HTMLElement[] {
  const [first, ...others] = draftKeys()
  if (!first) return []
  const sentence = `${counted(others.length + 1, 'text')} not saved yet will not be included. `
  return [
    h(
      'p',
      { class: 'notice' },
      sentence,
      button('Show', () => go(first)),
    ),
  ]
}

function openNotice({ isOpen, url, destination }: Proposal): HTMLElement[] {
  const link = url ? h('a', { href: url, target: '_blank', rel: 'noreferrer' }, 'Read it') : ''
  const state = isOpen
    ? ['Your last proposal is still open. These changes are added to it. ', link]
    : ['This is a new proposal.']
  const place = destination
    ? ` It is sent to ${destination}.`
    : ' It stays on this computer, because there is no place to send it to.'
  return [h('p', {}, ...state, place)]
}

function createForm({ message, author, changes }: Proposal, go: (key: string) => void) {
  const words = h('textarea', { rows: 3, class: 'message', required: true })
  words.value = message
  const name = h('input', { autocomplete: 'name', required: true })
  const email = h('input', { type: 'email', autocomplete: 'email', required: true })
  const rows = changes.map((change) => {
    const isFixed = change.texts.some(({ before, after }) => before === undefined || after === undefined)
    const box = h('input', {
      type: 'checkbox',
      checked: true,
      disabled: isFixed,
      'aria-label': `Include ${change.title}`,
    })
    return { key: change.key, box, element: h('li', { class: 'match' }, box, h('div', {}, ...changeParts(change, go))) }
  })
  const form = h(
    'form',
    { id: 'proposal' },
    labelled('What did you change?', words),
    !author && [labelled('Your name', name), labelled('Your e-mail address', email, 'Both appear with the proposal.')],
    rows.length > 0 &&
      h(
        'ul',
        { class: 'rows' },
        rows.map(({ element }) => element),
      ),
  )
  const read = () => ({
    message: words.value,
    without: rows.filter(({ box }) => !box.checked).map(({ key }) => key),
    ...(!author && { author: { name: name.value, email: email.value } }),
  })
  return { form, read }
}

function blockingList(blocking: Finding[], go: (key: string) => void): HTMLElement[] {
  const rows = blocking.map(({ key, file, locale, problem, fix }) =>
    h(
      'li',
      {},
      key ? button(`${key} · ${languageName(locale)}`, () => go(key), { class: 'link' }) : h('code', {}, file),
      h('p', {}, `${problem} ${fix}`),
    ),
  )
  const errors = counted(blocking.length, 'error')
  return [h('p', {}, `Fix ${errors} before you propose:`), h('ul', { class: 'rows' }, rows)]
}
