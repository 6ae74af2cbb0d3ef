// Sends changes, once at a time, and shows the page as it is then.
import { showChanges } from '/_preview/watch.js'
import { ask } from './api.js'
import { draftChanges, draftVersions, dropDrafts, rebaseDrafts } from './drafts.js'

const listeners = []
let sending

/** @param {(saved: object) => void} listener is told after each change of the catalogs */
export function onSaved(listener) {
  listeners.push(listener)
}

/**
 * Saves what was typed, and other changes with it. While one is under way, another does nothing: a double click sends
 * once.
 * @param {object[]} [others]
 * @param {Record<string, string>} [versions] of the files that `others` were made from
 */
export function save(others = [], versions = undefined) {
  return once(() => send(others, draftVersions() ?? versions, true))
}

/** @param {'undo' | 'redo'} action */
export function step(action) {
  return once(async () => finish(await ask(action, {})))
}

function once(work) {
  sending ??= work().finally(() => {
    sending = undefined
  })
  return sending
}

async function send(others, versions, mayRetry) {
  const typed = draftChanges()
  const answer = await ask('save', { changes: [...typed, ...others], versions })
  // Another text of the same file may have changed meanwhile, which is no reason not to save this one.
  const isElsewhere = answer.status === 409 && answer.versions && !rebaseDrafts(answer.texts, answer.versions)
  if (isElsewhere && mayRetry && others.every(({ type }) => type !== 'set')) return send(others, answer.versions, false)
  if (answer.ok) dropDrafts(typed)
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
