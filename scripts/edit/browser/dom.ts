// Elements, dialogs, requests and storage shared by all parts of the editor.
import type { CopyFinding } from '../../copy/catalogs'
import type { Change } from '../change-schema'

type Child = Node | string | null | undefined | false
type Properties = Record<string, unknown>

/**
 * Creates an element: function properties become listeners, all others
 * attributes.
 */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function')
      element.addEventListener(key.slice('on'.length), value as EventListener)
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : `${value}`)
  }
  element.append(
    ...children
      .flat()
      .filter(
        (child) => child !== undefined && child !== null && child !== false,
      ),
  )
  return element
}

export function createButton(
  content: string,
  onclick: (event: MouseEvent) => unknown,
  properties: Properties = {},
) {
  return createElement(
    'button',
    { type: 'button', onclick, ...properties },
    content,
  )
}

export function createSmallText(...content: Child[]) {
  return createElement('span', { class: 'small' }, content)
}

export function createLabel(
  label: string,
  control: HTMLElement,
  hint?: string,
) {
  return createElement(
    'label',
    { class: 'labelled' },
    createElement('span', {}, label),
    control,
    hint !== undefined && createSmallText(hint),
  )
}

export function createSelect(
  name: string,
  options: [value: string, label: string][],
) {
  const items = options.map(([value, label]) =>
    createElement('option', { value }, label),
  )
  return createElement('select', { name }, items)
}

/** Creates a status line and a function that shows a sentence in it. */
export function createStatus(properties: Properties = {}) {
  const element = createElement('p', { role: 'status', ...properties })
  const say = (
    sentence: string,
    kind: 'info' | 'problem' = 'info',
    more?: HTMLElement,
  ) => {
    element.classList.toggle('problem', kind === 'problem')
    element.replaceChildren(sentence, ...(more ? [' ', more] : []))
  }
  return { element, say }
}

export type Say = ReturnType<typeof createStatus>['say']

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

export type EditorResponse<Value> =
  | { ok: true; status: number; value: Value }
  | Refusal

export type Refusal = {
  ok: false
  status: number
  error: string
  details: { findings?: CopyFinding[]; [name: string]: unknown }
}

const noAnswer =
  'The editor does not answer. Is “npm run edit” still running? Start it again, then try once more.'

export async function callEditor<Value>(
  path: string,
  body?: unknown,
): Promise<EditorResponse<Value>> {
  const headers = { 'Content-Type': 'application/json' }
  const request =
    body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers }
  try {
    const response = await fetch(`/_edit/${path}`, request)
    const value = await response.json()
    if (response.ok) return { ok: true, status: response.status, value }
    const { error = 'This did not work.', ...details } = value
    return { ok: false, status: response.status, error, details }
  } catch {
    return { ok: false, status: 0, error: noAnswer, details: {} }
  }
}

const checkAfterMs = 350

/**
 * Returns a function to call on every change; shortly after the last change, it
 * shows the findings. If `read` returns undefined, nothing is checked.
 */
export function createCheck(
  read: () => Change[] | undefined,
  show: (findings: CopyFinding[]) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  return () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const changes = read()
      if (!changes) return
      const number = ++last
      const response = await callEditor<CopyFinding[]>('check', { changes })
      if (response.ok && number === last) show(response.value)
    }, checkAfterMs)
  }
}

export function readStored<Value>(name: string, otherwise: Value): Value {
  return (
    JSON.parse(sessionStorage.getItem(`editor.${name}`) ?? 'null') ?? otherwise
  )
}

export function writeStored(name: string, value: unknown) {
  sessionStorage.setItem(`editor.${name}`, JSON.stringify(value))
}

/**
 * Shows a modal dialog. `mayClose` can keep it open, for example while input
 * would be lost.
 */
export function openDialog(
  root: ShadowRoot,
  title: string,
  mayClose: () => boolean = () => true,
) {
  const id = crypto.randomUUID()
  const status = createStatus()
  const body = createElement('div', { class: 'dialog-body' })
  const actions = createElement('div', { class: 'actions' })
  const dialog = createElement(
    'dialog',
    { 'aria-labelledby': id },
    createElement(
      'div',
      { class: 'title-bar' },
      createElement('h2', { id }, title),
      createButton('Close', tryClose, { class: 'quiet' }),
    ),
    body,
    createElement('div', { class: 'button-bar' }, status.element, actions),
  )

  function tryClose() {
    if (mayClose()) dialog.close()
  }

  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    tryClose()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    // The control that opened the dialog may be hidden by now.
    if (!root.activeElement) root.querySelector('summary')?.focus()
  })
  root.append(dialog)
  dialog.showModal()
  return {
    body,
    tryClose,
    close: () => dialog.close(),
    say: status.say,
    showActions: (...buttons: HTMLElement[]) =>
      actions.replaceChildren(...buttons),
  }
}
