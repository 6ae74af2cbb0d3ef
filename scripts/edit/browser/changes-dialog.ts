// The Changes dialog, where an editor reviews, reverts and proposes changes.
import { englishNameOf } from '../../copy/language-name'
import type { Proposal } from '../describe-proposal'
import type { Latest } from '../proposal'
import type { Proposed } from '../send-proposal'
import type { OpenTranslation, ShownChange } from '../text'
import { diffOf } from './diff'
import {
  callEditor,
  counted,
  createButton,
  createElement,
  createLabel,
  createSmallText,
} from './dom'
import { draftKeys, sendStep } from './drafts'
import {
  type LinkTo,
  type ListRow,
  listElement,
  type Options,
  openList,
} from './list-dialog'

/** Shows the changes, and a form for proposing them. */
export async function openChanges(options: Options) {
  const { body, say, showActions, linkTo } = openList(options, 'Changes')
  const proposeButton = createProposeButton()
  let loads = 0
  let notTaken: NotTaken[] = []
  await load()

  /**
   * Shows the changes and the other versions at once, because the check of all
   * texts takes seconds.
   */
  async function load(outcome = '') {
    const number = ++loads
    say(`${outcome} Checking your changes…`)
    proposeButton.disabled = true
    body.replaceChildren(...notTakenList(notTaken, linkTo, take))
    const listed = await callEditor<ShownChange[]>('changes')
    if (number !== loads) return
    if (listed.ok) body.append(changeList(listed.value, linkTo))
    const response = await callEditor<Proposal>('proposal')
    if (number !== loads) return
    if (!response.ok) return say(response.error, 'problem')
    const { value } = response
    notTaken = value.notTaken
    body.replaceChildren(...partsOf(value, linkTo, { take, propose }))
    const reason = whyRefused(value)
    say(outcome || reason)
    proposeButton.disabled = reason !== ''
    showActions(createButton('Get the latest texts', getLatest), proposeButton)
  }

  async function propose(form: HTMLFormElement) {
    proposeButton.disabled = true
    say('This can take a moment.')
    const sent = await sendProposal(form)
    proposeButton.disabled = false
    if (!sent.ok) return say(sent.error, 'problem')
    body.replaceChildren(...nextSteps(sent.value, form))
    showActions()
    say(sent.value.sent ? 'Proposed.' : 'The proposal stays on this computer.')
    options.done()
  }

  async function take(texts: NotTaken[]) {
    say('Replacing your version with theirs…')
    const saved = await sendStep('save', texts.map(changeToTheirs))
    if (!saved.ok) return say(saved.error, 'problem')
    notTaken = notTaken.filter((text) => !texts.includes(text))
    await load(`Now theirs: ${counted(texts.length, 'text')}.`)
    options.done()
  }

  async function getLatest() {
    say('Getting the latest texts…')
    const taken = await callEditor<Latest>('latest', {})
    if (!taken.ok) return say(taken.error, 'problem')
    notTaken = taken.value.notTaken
    await load(taken.value.notice)
    options.done()
  }
}

function createProposeButton() {
  const attributes = { class: 'primary', form: 'proposal' }
  return createElement('button', attributes, 'Propose')
}

function sendProposal(form: HTMLFormElement) {
  const message = new FormData(form).get('message')
  return callEditor<Proposed>('propose', { message })
}

function changeToTheirs({ key, locale, ours, theirs }: NotTaken) {
  return { type: 'set', key, locale, text: theirs, base: ours } as const
}

type Actions = {
  take: (texts: NotTaken[]) => void
  propose: (form: HTMLFormElement) => void
}

function partsOf(
  value: Proposal,
  linkTo: LinkTo,
  { take, propose }: Actions,
): HTMLElement[] {
  const ofOthers = [
    ...othersNotice(value),
    ...notTakenList(value.notTaken, linkTo, take),
  ]
  if (value.problem) return ofOthers
  return [
    ...ofOthers,
    ...unsavedNotice(linkTo),
    ...findingList(value.blocking, 'error', 'Fix', linkTo),
    createForm(value, linkTo, propose),
    ...findingList(value.warnings, 'warning', 'Check', linkTo),
    ...laterList(value.later, linkTo),
  ]
}

function nextSteps({ url, next }: Proposed, form: HTMLFormElement) {
  const link =
    url &&
    createElement(
      'a',
      { href: url, target: '_blank', rel: 'noreferrer' },
      'Open the proposal',
    )
  const steps = next.map((sentence) => createElement('p', {}, sentence))
  const changes = form.querySelector('.rows') ?? ''
  return [
    createElement('h3', {}, 'What happens next'),
    ...steps,
    createElement('p', {}, link),
    changes,
  ]
}

function othersNotice({ ofOthers, isOpen, hasFiles }: Proposal): HTMLElement[] {
  if (ofOthers.length === 0) return []
  const first = isOpen && hasFiles ? 'propose it, ' : ''
  const sentences = [
    `Someone else has since changed: ${ofOthers.join(', ')}.`,
    `To keep your version, ${first}press “Get the latest texts”, then “Propose”.`,
  ]
  return [createElement('p', { class: 'notice' }, sentences.join(' '))]
}

type NotTaken = Proposal['notTaken'][number]

function notTakenList(
  texts: NotTaken[],
  linkTo: LinkTo,
  take: Actions['take'],
): HTMLElement[] {
  if (texts.length === 0) return []
  const rows = texts.map((text) => {
    const { key, locale, title, ours, theirs } = text
    return [
      linkTo(key, `${title} · ${englishNameOf(locale)}`),
      diffOf(ours, theirs, locale),
      createButton('Use theirs', () => take([text])),
    ]
  })
  const all = createButton('Use all of theirs', () => take(texts))
  return [
    createElement(
      'p',
      {},
      'Changes from your version to theirs: ',
      texts.length > 1 && all,
    ),
    listElement(rows),
  ]
}

/** Explains why the changes cannot be proposed; empty if they can. */
function whyRefused({ problem, blocking, ofOthers }: Proposal): string {
  if (problem)
    return ofOthers.length > 0 ? 'Get the latest texts first.' : problem
  const count = counted(blocking.length, 'error')
  return blocking.length > 0 ? `${count} to fix before you propose.` : ''
}

function unsavedNotice(linkTo: LinkTo): HTMLElement[] {
  const [unsaved, ...others] = draftKeys()
  if (!unsaved) return []
  const notice = `${counted(others.length + 1, 'text')} not saved yet will not be included. `
  return [
    createElement('p', { class: 'notice' }, notice, linkTo(unsaved, 'Show')),
  ]
}

function changeList(changes: ShownChange[], linkTo: LinkTo): HTMLElement {
  return listElement(changes.map((change) => changeParts(change, linkTo)))
}

function changeParts(
  { key, title, page, texts }: ShownChange,
  linkTo: LinkTo,
): ListRow {
  const isGone = texts.every(({ after }) => after === undefined)
  const parts = texts.map(({ locale, before = '', after = '' }) =>
    createElement(
      'div',
      { class: 'change' },
      createSmallText(englishNameOf(locale)),
      diffOf(before, after, locale),
    ),
  )
  return [
    isGone
      ? createElement('span', {}, `${title} (deleted)`)
      : linkTo(key, title),
    createSmallText(page ? ` ${page}` : ''),
    ...parts,
  ]
}

function destinationOf({
  isOpen,
  hasFiles,
  destination,
}: Proposal): HTMLElement {
  const added = hasFiles
    ? 'These changes will be added to it.'
    : 'Parts of it have not been sent yet, such as the latest texts. Press “Propose” to send them.'
  const state = isOpen
    ? `Your last proposal is still open. ${added}`
    : 'This is a new proposal.'
  const place = destination
    ? `It will be sent to ${destination}.`
    : 'It will stay on this computer, because there is nowhere to send it.'
  return createElement('p', {}, `${state} ${place}`)
}

function createForm(
  proposal: Proposal,
  linkTo: LinkTo,
  propose: (form: HTMLFormElement) => void,
) {
  const { message, changes, hasFiles } = proposal
  const words = createElement(
    'textarea',
    { name: 'message', rows: 3, required: true },
    message,
  )
  // Hides the field if there are no changes, because there is then no commit to
  // describe.
  const field = createElement(
    'div',
    { hidden: !hasFiles },
    createLabel('What did you change?', words),
  )
  const form = createElement(
    'form',
    { id: 'proposal', onsubmit: submit },
    changeList(changes, linkTo),
    destinationOf(proposal),
    field,
  )
  function submit(event: Event) {
    event.preventDefault()
    propose(form)
  }
  return form
}

function laterList(later: OpenTranslation[], linkTo: LinkTo): HTMLElement[] {
  if (later.length === 0) return []
  const sentence = `${counted(later.length, 'translation')} of these texts can follow in a later proposal:`
  const rows = later.map(({ key, title, locale, why }) => [
    linkTo(key, `${title} · ${englishNameOf(locale)}`),
    createSmallText(` ${why}`),
  ])
  return [createElement('p', {}, sentence), listElement(rows)]
}

function findingList(
  findings: Proposal['warnings'],
  level: 'error' | 'warning',
  verb: string,
  linkTo: LinkTo,
): HTMLElement[] {
  if (findings.length === 0) return []
  const rows = findings.map(({ key, title, file, locale, problem, fix }) => {
    const name = key
      ? linkTo(key, `${title} · ${englishNameOf(locale)}`)
      : createElement('code', {}, file)
    return [name, createElement('p', {}, `${problem} ${fix}`)]
  })
  const sentence = `${verb} ${counted(findings.length, level)} before you propose:`
  return [createElement('p', {}, sentence), listElement(rows)]
}
