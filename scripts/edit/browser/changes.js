// What has changed since the last commit, and proposing it.
import { ask } from './api.js'
import { labelled, openDialog } from './dialog.js'
import { diffOf } from './diff.js'
import { button, counted, h, languageName } from './dom.js'
import { draftKeys } from './drafts.js'

/** @param {{ root: ShadowRoot, open: (target: { keys: string[] }) => void }} options */
export async function openChanges({ root, open }) {
  const shown = openDialog(root, 'Changes since the last commit')
  const { ok, value, error } = await ask('changes')
  if (!ok) return shown.say(error, true)
  if (value.length === 0) return shown.say('No text has changed.')
  const go = (key) => {
    shown.close()
    open({ keys: [key] })
  }
  shown.body.append(
    h(
      'ul',
      { class: 'rows' },
      value.map((change) => changeRow(change, go)),
    ),
  )
}

function changeRow({ key, page, texts }, go) {
  const isGone = texts.every(({ after }) => after === undefined || after === null)
  const changed = texts.filter(({ before, after }) => before !== after)
  return h(
    'li',
    {},
    isGone ? h('code', {}, `${key} (deleted)`) : button(key, () => go(key), { class: 'link' }),
    h('span', { class: 'small' }, page ? ` ${page}` : ''),
    changed.map(({ locale, before, after }) =>
      h(
        'div',
        { class: 'change' },
        h('span', { class: 'small' }, languageName(locale)),
        diffOf(before ?? '', after ?? '', locale),
      ),
    ),
  )
}

/** @param {{ root: ShadowRoot, open: (target: { keys: string[] }) => void, done: () => void }} options */
export async function openProposal({ root, open, done }) {
  const shown = openDialog(root, 'Propose the changes')
  const { ok, value, error } = await ask('proposal')
  if (!ok) return shown.say(error, true)
  const { message, blocking, problem } = value
  const go = (key) => {
    shown.close()
    open({ keys: [key] })
  }
  const unsaved = draftKeys()
  if (unsaved.length > 0)
    shown.body.append(
      h(
        'p',
        { class: 'notice' },
        `${counted(unsaved.length, 'text')} not saved yet will not be in it: `,
        button('Show it', () => go(unsaved[0])),
      ),
    )
  if (blocking.length > 0) return shown.body.append(blockingList(blocking, go))
  if (problem) return shown.say(problem, true)
  const field = h('textarea', { rows: 3, class: 'message' })
  field.value = message
  const send = async (event) => {
    event.preventDefault()
    submit.disabled = true
    shown.say('This can take a moment.')
    const answer = await ask('propose', { message: field.value })
    submit.disabled = false
    if (!answer.ok) return shown.say(answer.error, true)
    shown.showActions()
    showResult(shown, answer.value)
    done()
  }
  const submit = h('button', { class: 'primary', form: 'proposal' }, 'Propose')
  shown.showActions(submit)
  shown.body.append(
    h('p', {}, sentenceOf(value)),
    h('form', { onsubmit: send, id: 'proposal' }, labelled('What was changed', field, 'Change it as you like.')),
  )
}

function sentenceOf({ texts, branch, remote }) {
  const count = Array.isArray(texts) ? texts.length : texts
  const where = remote
    ? `It is sent to ${remote.url}.`
    : 'It stays on this computer, which knows no place to send it to.'
  return `${counted(count, 'text')} will be proposed, as branch “${branch}”. ${where}`
}

function blockingList(blocking, go) {
  return h(
    'div',
    {},
    h('p', {}, `${counted(blocking.length, 'thing has', 'things have')} to be fixed before this can be proposed:`),
    h(
      'ul',
      { class: 'rows' },
      blocking.map(({ key, file, locale, problem, fix }) =>
        h(
          'li',
          {},
          key ? button(`${key} · ${languageName(locale)}`, () => go(key), { class: 'link' }) : h('code', {}, file),
          h('p', {}, `${problem} ${fix}`),
        ),
      ),
    ),
  )
}

function showResult({ body, say }, { branch, pushed, url, next }) {
  body.replaceChildren(
    h(
      'p',
      {},
      pushed
        ? `The proposal is sent, as branch “${branch}”.`
        : `The proposal is on this computer, as branch “${branch}”.`,
    ),
    h(
      'ol',
      {},
      next.map((sentence) => h('li', {}, sentence)),
    ),
    ...(url ? [h('p', {}, h('a', { href: url, target: '_blank', rel: 'noreferrer' }, 'Open the proposal'))] : []),
  )
  say('Proposed.')
}
