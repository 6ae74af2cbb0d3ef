// Sends changes, once at a time, and shows the page as it is then.
import { showChanges } from '/_preview/watch.js'
import { ask } from './api.js'
import { draftChanges, draftVersions, dropDrafts, rebaseDrafts } from './drafts.js'

const listeners = []
const waiting = new Map()
let last = Promise.resolve()

/** @param {(saved: object) => void} listener is told after each change of the catalogs */
export function onSaved(listener) {
  listeners.push(listener)
}

/** Saves what was typed. While it is under way, another call sends nothing: a double click saves once. */
export function saveDrafts() {
  return once('drafts', () => sendDrafts(true))
}

/**
 * Saves other changes; what was typed stays as it is. While they are under way, the same ones are not sent again.
 * @param {object[]} changes
 * @param {Record<string, string>} versions of the files that they were made from
 */
export function saveChanges(changes, versions) {
  return once(JSON.stringify(changes), async () => finish(await ask('save', { changes, versions })))
}

/** @param {'undo' | 'redo'} action */
export function step(action) {
  return once(action, async () => finish(await ask(action, {})))
}

// One after the other, and each at most once at a time.
function once(name, work) {
  if (!waiting.has(name)) {
    const done = last.then(work).finally(() => waiting.delete(name))
    waiting.set(name, done)
    last = done.catch(() => {})
  }
  return waiting.get(name)
}

async function sendDrafts(mayRetry) {
  const changes = draftChanges()
  const answer = await ask('save', { changes, versions: draftVersions() })
  // Another text of the same file may have changed meanwhile, which is no reason not to save this one.
  const isElsewhere = answer.status === 409 && answer.versions && !rebaseDrafts(answer.texts, answer.versions)
  if (isElsewhere && mayRetry) return sendDrafts(false)
  if (answer.ok) dropDrafts(changes)
  return finish(answer)
}

export async function readVersions() {
  const { value } = await ask('state')
  return value?.versions
}

async function finish(answer) {
  if (answer.ok) {
    for (const listener of listeners) listener(answer.value)
    await showChanges()
  }
  return answer
}
