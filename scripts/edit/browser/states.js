// Brings the page into the state that its address names, which scripts/edit/states describes.
import { textsOfPage } from '/_preview/marks.js'
import { keep, recall } from './tab-storage.js'

const maxWaitMs = 45_000
const everyMs = 100
// What goes away by itself, such as a thank-you after five seconds, stays.
const longMs = 2_000

const id = new URLSearchParams(location.search).get('editor-state')
// What an earlier state left in the tab would be in this one as well.
const leftovers = ['chat', 'contact-draft', 'contact-attempt']

async function begin(id) {
  const found = leftovers.filter(isStored)
  if (found.length === 0) return bringInto(id)
  for (const entry of found) sessionStorage.removeItem(entry)
  location.reload()
}

function isStored(entry) {
  try {
    return sessionStorage.getItem(entry) !== null
  } catch {
    // A browser that stores nothing.
    return false
  }
}

async function bringInto(id) {
  const root = document.documentElement
  // Browsers let a page copy only after a click of a person's.
  navigator.clipboard.writeText = async () => {}
  try {
    const { steps, shows, stays } = await readState(id)
    if (stays) holdTimers()
    await until(() => isTaken(document.body), 'The page was not made interactive.')
    for (const step of steps) await act(step)
    await until(() => showsAll(shows), `The page does not show ${shows.join(', ')}.`)
    root.dataset.editorState = 'shown'
    keep('failed-state')
  } catch (error) {
    // The development server may have built a part of the page meanwhile, which begins it anew.
    if (recall('failed-state') !== id && keep('failed-state', id)) return location.reload()
    root.dataset.editorState = 'failed'
    tell(`This state could not be shown. ${error.message} Load the page again.`)
  }
}

function tell(sentence) {
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.textContent = sentence
  notice.style.cssText =
    'position:fixed;inset:0 0 auto;z-index:9;margin:0;padding:.5rem 1rem;background:#fff;color:#a3201f'
  document.body.append(notice)
  console.error(sentence)
}

async function readState(id) {
  const answer = await fetch(`/_edit/steps?state=${id}&locale=${document.documentElement.lang}`)
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error)
  return body
}

function holdTimers() {
  const { setTimeout } = window
  window.setTimeout = (callback, ms, ...rest) => (ms >= longMs ? 0 : setTimeout(callback, ms, ...rest))
}

function showsAll(keys) {
  const shown = new Set(textsOfPage().map(({ key }) => key.slice(key.indexOf(':') + 1)))
  return keys.every((key) => shown.has(key))
}

const actions = {
  async fill({ fill, with: value }) {
    const field = await find(fill)
    // Past React, which otherwise takes the value for its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  async click({ click }) {
    const element = await find(click)
    element.click()
  },
  async choose({ choose, file }) {
    const field = await find(choose)
    const files = new DataTransfer()
    files.items.add(makeFile(file))
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  },
  store({ store, value }) {
    sessionStorage.setItem(store, JSON.stringify(value))
    window.dispatchEvent(new Event(store))
  },
  async show({ show }) {
    await find(show)
    for (const element of document.querySelectorAll(show)) element.hidden = false
  },
  async fail({ fail }) {
    const element = await find(fail)
    let part = element[Object.keys(element).find((name) => name.startsWith('__reactFiber'))]
    while (part && part.stateNode?.state?.failed === undefined) part = part.return
    part.stateNode.setState({ failed: true })
  },
  without() {
    crypto.subtle.generateKey = () => Promise.reject(new Error('no signatures'))
  },
}

function act(step) {
  const [name] = Object.keys(step)
  return actions[name](step)
}

// Kept, as its page reads it later.
const files = []

function makeFile({ name, content, reading }) {
  const file = new File([content], name)
  if (reading === 'fails') file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('unreadable')) })
  if (reading === 'never ends') file.slice = () => ({ arrayBuffer: () => new Promise(() => {}) })
  files.push(file)
  return file
}

/** The element, once React has taken it over and it can be used. */
function find(selector) {
  return until(() => {
    const element = document.querySelector(selector)
    return element && isTaken(element) && !element.disabled && element
  }, `There is no ${selector} on the page.`)
}

function isTaken(element) {
  return Object.keys(element).some((name) => name.startsWith('__reactProps'))
}

async function until(check, problem) {
  for (const start = Date.now(); Date.now() - start < maxWaitMs; ) {
    const result = check()
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error(problem)
}

if (id) await begin(id)
// What is no page of the site came in its state.
else if (location.pathname.startsWith('/_edit/states/')) document.documentElement.dataset.editorState = 'shown'
