// Hands the changed texts over to those who publish them.
import { ask } from './api.js'
import { labelled, openDialog } from './dialog.js'
import { button, counted, h, languageName } from './dom.js'
import { draftKeys } from './drafts.js'

/** @param {{ root: ShadowRoot, open: (target: { keys: string[] }) => void, done: () => void }} options */
export async function openProposal({ root, open, done }) {
  const shown = openDialog(root, 'Propose the changes')
  const { ok, value, error } = await ask('proposal')
  if (!ok) return shown.say(error, true)
  const go = (key) => {
    shown.close()
    open({ keys: [key] })
  }
  shown.body.append(...unsavedNotice(go))
  if (value.problem) return shown.say(value.problem, true)
  if (value.blocking.length > 0) return shown.body.append(...blockingList(value.blocking, go))
  const form = createForm(value, send)
  shown.body.append(h('p', {}, introduction(value)), form)
  shown.showActions(h('button', { class: 'primary', form: form.id }, 'Propose'))

  async function send(request) {
    shown.say('This can take a moment.')
    const answer = await ask('propose', request)
    if (!answer.ok) return shown.say(answer.error, true)
    shown.body.replaceChildren(...resultOf(answer.value))
    shown.showActions()
    shown.say(answer.value.pushed ? 'Proposed.' : 'Kept on this computer.')
    done()
  }
}

function unsavedNotice(go) {
  const [first, ...others] = draftKeys()
  if (!first) return []
  const sentence = `${counted(others.length + 1, 'text')} not saved yet will not be in it. `
  return [
    h(
      'p',
      { class: 'notice' },
      sentence,
      button('Show it', () => go(first)),
    ),
  ]
}

function createForm({ message, author }, send) {
  const words = h('textarea', { rows: 3, class: 'message', required: true })
  words.value = message
  const name = h('input', { autocomplete: 'name', required: true })
  const email = h('input', { type: 'email', autocomplete: 'email', required: true })
  let isBusy = false
  const submit = async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    await send({ message: words.value, ...(!author && { author: { name: name.value, email: email.value } }) })
    isBusy = false
  }
  return h(
    'form',
    { id: 'proposal', onsubmit: submit },
    labelled('What was changed', words, 'Change it as you like.'),
    !author && [labelled('Your name', name), labelled('Your e-mail address', email, 'Both stand beside the proposal.')],
  )
}

function introduction({ texts, branch, isOpen, remote }) {
  const changed = counted(texts.length, 'changed text')
  const what = isOpen ? `${changed}: added to your open proposal, ${branch}.` : `${changed}: a new proposal, ${branch}.`
  return `${what} ${remote ? `It is sent to ${remote.url}.` : 'It stays on this computer: there is no place to send it to.'}`
}

function blockingList(blocking, go) {
  const rows = blocking.map(({ key, file, locale, problem, fix }) =>
    h(
      'li',
      {},
      key ? button(`${key} · ${languageName(locale)}`, () => go(key), { class: 'link' }) : h('code', {}, file),
      h('p', {}, `${problem} ${fix}`),
    ),
  )
  const things = counted(blocking.length, 'thing has', 'things have')
  return [h('p', {}, `${things} to be fixed before this can be proposed:`), h('ul', { class: 'rows' }, rows)]
}

function resultOf({ url, next }) {
  const steps = next.map((sentence) => h('li', {}, sentence))
  const link = url && h('p', {}, h('a', { href: url, target: '_blank', rel: 'noreferrer' }, 'Open the proposal'))
  return [h('ul', { class: 'rows' }, steps), ...(link ? [link] : [])]
}
