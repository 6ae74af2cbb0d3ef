// Texts that were typed and are not saved yet, which outlive a reload of the page; and the saving of changes.
import type { Change, Versions } from '../catalogs'
import type { SaveResult } from '../save'
import { type Answer, ask, keep, recall } from './dom'
import { showChanges } from './watch'

type Draft = { text: string; base: string; brand?: boolean; onDisk?: string }
type Drafts = { versions?: Versions; texts: Record<string, Record<string, Draft>> }

const listeners: (() => void)[] = []
const savedListeners: ((saved: SaveResult) => unknown)[] = []
const waiting = new Map<string, Promise<Answer<SaveResult>>>()

let drafts: Drafts = asDrafts(recall<Partial<Drafts>>('drafts', {}))
let last: Promise<unknown> = Promise.resolve()

export function onDrafts(listener: () => void) {
  listeners.push(listener)
}

export function onSaved(listener: (saved: SaveResult) => unknown) {
  savedListeners.push(listener)
}

export function draftOf(key: string, locale: string): Draft | undefined {
  return drafts.texts[key]?.[locale]
}

export function draftKeys(): string[] {
  return Object.keys(drafts.texts)
}

/** `base` is the text that it was made from, `versions` the state of the files at that time. */
export function setDraft(key: string, locale: string, draft: Draft, versions: Versions) {
  const { [locale]: known, ...others } = drafts.texts[key] ?? {}
  const texts = draft.text === draft.base ? others : { ...others, [locale]: { ...known, ...draft } }
  const { [key]: _, ...rest } = drafts.texts
  const isEmpty = Object.keys(texts).length === 0
  change({ versions: drafts.versions ?? versions, texts: isEmpty ? rest : { ...rest, [key]: texts } })
}

export function draftChanges(): Extract<Change, { type: 'set' }>[] {
  return Object.entries(drafts.texts).flatMap(([key, texts]) =>
    Object.entries(texts).map(([locale, { text, brand }]) => ({
      ...{ type: 'set' as const, key, locale, text },
      ...(brand !== undefined && { brand }),
    })),
  )
}

export function dropDrafts(sent = draftChanges()) {
  const texts = structuredClone(drafts.texts)
  for (const { key, locale, text } of sent) {
    const own = texts[key]
    const draft = own?.[locale]
    if (!own || !draft) continue
    if (draft.text === text) delete own[locale]
    else draft.base = text
    if (Object.keys(own).length === 0) delete texts[key]
  }
  change({ texts })
}

export function forgetDrafts(key: string) {
  const { [key]: _, ...texts } = drafts.texts
  if (key in drafts.texts) change({ ...drafts, texts })
}

export function saveDrafts(): Promise<Answer<SaveResult>> {
  return once('drafts', () => sendDrafts(true))
}

export function saveChanges(changes: Change[], versions: Versions): Promise<Answer<SaveResult>> {
  return once(JSON.stringify(changes), async () => finish(await ask<SaveResult>('save', { changes, versions })))
}

export function takeStep(direction: 'undo' | 'redo'): Promise<Answer<SaveResult>> {
  return once(direction, async () => finish(await ask<SaveResult>(direction, {})))
}

// One after the other, and each at most once at a time.
function once(name: string, work: () => Promise<Answer<SaveResult>>): Promise<Answer<SaveResult>> {
  const running = waiting.get(name)
  if (running) return running
  const done = last.then(work).finally(() => waiting.delete(name))
  waiting.set(name, done)
  last = done.catch(() => {})
  return done
}

async function sendDrafts(mayRetry: boolean): Promise<Answer<SaveResult>> {
  const changes = draftChanges()
  const answer = await ask<SaveResult>('save', { changes, versions: drafts.versions })
  if (!answer.ok && answer.status === 409 && answer.details.versions) {
    // A change of another text is no conflict.
    const isConflict = rebaseDrafts(answer.details as { texts: OnDisk[]; versions: Versions })
    if (!isConflict && mayRetry) return sendDrafts(false)
  }
  if (answer.ok) dropDrafts(changes)
  return finish(answer)
}

type OnDisk = { key: string; locale: string; onDisk: string }

function rebaseDrafts({ texts: disk, versions }: { texts: OnDisk[]; versions: Versions }): boolean {
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

async function finish(answer: Answer<SaveResult>): Promise<Answer<SaveResult>> {
  if (!answer.ok) return answer
  for (const listener of savedListeners) listener(answer.value)
  await showChanges()
  return answer
}

// Another version of the editor may have stored something else.
function asDrafts(stored: Partial<Drafts>): Drafts {
  const isDraft = (draft?: Draft) => typeof draft?.text === 'string' && typeof draft.base === 'string'
  const isWhole = Object.values(stored.texts ?? {}).every((texts) => Object.values(texts ?? {}).every(isDraft))
  return stored.texts && isWhole ? { ...stored, texts: stored.texts } : { texts: {} }
}

function change(next: Drafts) {
  drafts = { texts: next.texts, ...(Object.keys(next.texts).length > 0 && { versions: next.versions }) }
  keep('drafts', drafts)
  for (const listener of listeners) listener()
}
