// Unsaved texts, which survive a reload of the page, and how they are saved.
import type { Change } from '../change-schema'
import type { SaveResult } from '../save'
import { callEditor, type EditorResponse, readStored, writeStored } from './dom'
import { showOwnChange } from './watch'

type SetChange = Extract<Change, { type: 'set' }>

/** `onDisk` is the text that someone else has written in the meantime. */
type Draft = SetChange & { onDisk?: string }

let drafts = readStored<Draft[]>('drafts', [])

export function draftOf(key: string, locale: string): Draft | undefined {
  return drafts.find((draft) => draft.key === key && draft.locale === locale)
}

export function draftKeys(): string[] {
  return [...new Set(drafts.map(({ key }) => key))]
}

export function draftChanges(): SetChange[] {
  return drafts.map(({ onDisk, ...change }) => change)
}

/** Stores the input, unless it equals the text on disk again. */
export function setDraft(draft: SetChange) {
  const { onDisk } = draftOf(draft.key, draft.locale) ?? {}
  const others = drafts.filter(
    ({ key, locale }) => key !== draft.key || locale !== draft.locale,
  )
  replaceDrafts(
    draft.text === draft.base ? others : [...others, { ...draft, onDisk }],
  )
}

/** Discards the input for one text, or for all texts. */
export function dropDrafts(key?: string) {
  replaceDrafts(
    key === undefined ? [] : drafts.filter((draft) => draft.key !== key),
  )
}

/** Saves all input, or the input for one text. */
export async function saveDrafts(
  key?: string,
): Promise<EditorResponse<SaveResult>> {
  const sent = draftChanges().filter(
    (draft) => draft.key === (key ?? draft.key),
  )
  const response = await saveUnlessErrors(sent)
  // Keeps input that is newer than the request, and shows text that someone
  // else has written next to it.
  const written = (
    response.ok ? sent : (response.details.texts ?? [])
  ) as Written[]
  const next = drafts.map((draft) => {
    const { text, onDisk = text } =
      written.find(
        ({ key, locale }) => key === draft.key && locale === draft.locale,
      ) ?? {}
    if (onDisk === undefined) return draft
    return { ...draft, base: onDisk, onDisk: response.ok ? undefined : onDisk }
  })
  replaceDrafts(next.filter(({ text, base }) => text !== base))
  if (response.ok) showOwnChange()
  return response
}

/** Changes that were refused because of their errors. */
let refused: string | undefined

/** Saves changes with errors only at the second attempt. */
export async function saveUnlessErrors(
  changes: Change[],
): Promise<EditorResponse<SaveResult>> {
  const sent = JSON.stringify(changes)
  const stopsAtErrors = sent !== refused
  const response = await callEditor<SaveResult>('save', {
    changes,
    stopsAtErrors,
  })
  refused = response.status === 422 ? sent : undefined
  return response
}

type Written = { key: string; locale: string; text?: string; onDisk?: string }

/** Saves changes, or undoes or redoes the last ones, and updates the page. */
export async function sendStep(
  step: 'save' | 'undo' | 'redo',
  changes: Change[] = [],
): Promise<EditorResponse<SaveResult>> {
  const response = await callEditor<SaveResult>(step, { changes })
  if (response.ok) await showOwnChange()
  return response
}

function replaceDrafts(next: Draft[]) {
  drafts = next
  writeStored('drafts', drafts)
  window.dispatchEvent(new Event('draftchange'))
}
