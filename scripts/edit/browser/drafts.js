// What was typed and is not saved yet. It outlives a reload of the page, where the browser stores it.
import { keep, recall } from './tab-storage.js'

const listeners = []

/** @type {{ versions?: Record<string, string>, texts: Record<string, Record<string, { text: string, base: string, onDisk?: string }>> }} */
let drafts = asDrafts(recall('drafts'))

/** @param {() => void} listener */
export function onDrafts(listener) {
  listeners.push(listener)
}

export function draftOf(key, locale) {
  return drafts.texts[key]?.[locale]
}

/** `base` is the text that it was made from, and `versions` those of the files at that time. */
export function setDraft(key, locale, text, base, versions) {
  const { [locale]: known, ...others } = drafts.texts[key] ?? {}
  const texts = text === base ? others : { ...others, [locale]: { ...known, text, base } }
  const { [key]: _, ...rest } = drafts.texts
  change({
    versions: drafts.versions ?? versions,
    texts: Object.keys(texts).length > 0 ? { ...rest, [key]: texts } : rest,
  })
}

export function draftChanges() {
  return Object.entries(drafts.texts).flatMap(([key, texts]) =>
    Object.entries(texts).map(([locale, { text }]) => ({ type: 'set', key, locale, text })),
  )
}

export function draftVersions() {
  return drafts.versions
}

export function draftKeys() {
  return Object.keys(drafts.texts)
}

/** Drops what was sent; what was typed since then stays. */
export function dropDrafts(sent = draftChanges()) {
  const texts = structuredClone(drafts.texts)
  for (const { key, locale, text } of sent) {
    const draft = texts[key]?.[locale]
    if (draft?.text === text) delete texts[key][locale]
    else if (draft) draft.base = text
    if (texts[key] && Object.keys(texts[key]).length === 0) delete texts[key]
  }
  change({ versions: undefined, texts })
}

/** Drops what was typed for a text that is gone. */
export function forgetDrafts(key) {
  const { [key]: _, ...texts } = drafts.texts
  if (key in drafts.texts) change({ ...drafts, texts })
}

/**
 * Takes the texts on the disk for those that the drafts were made from. Answers whether somebody changed one of them.
 * @param {{ key: string, locale: string, onDisk: string }[]} disk
 */
export function rebaseDrafts(disk, versions) {
  const texts = structuredClone(drafts.texts)
  let isChanged = false
  for (const { key, locale, onDisk } of disk) {
    const draft = texts[key]?.[locale]
    if (!draft || onDisk === draft.base || onDisk === draft.text) continue
    Object.assign(draft, { base: onDisk, onDisk })
    isChanged = true
  }
  change({ versions, texts })
  return isChanged
}

// What another version of the editor has stored may look otherwise.
function asDrafts(stored) {
  const isDraft = (draft) => typeof draft?.text === 'string' && typeof draft.base === 'string'
  const isWhole = Object.values(stored?.texts ?? {}).every((texts) => Object.values(texts ?? {}).every(isDraft))
  return stored?.texts && isWhole ? stored : { texts: {} }
}

function change(next) {
  drafts = { ...next, versions: Object.keys(next.texts).length > 0 ? next.versions : undefined }
  keep('drafts', drafts)
  for (const listener of listeners) listener()
}
