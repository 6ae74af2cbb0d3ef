// Saves the input of the panel and shows the result.
import type { CopyFinding } from '../../copy/catalogs'
import type { Change } from '../change-schema'
import type { SaveResult } from '../save'
import { counted, createButton, type EditorResponse } from './dom'
import { draftKeys, saveDrafts, sendStep } from './drafts'
import type { OpenText } from './open-text'
import type { createFrame } from './panel-frame'
import type { createEditing } from './text-fields'

type Options = {
  panel: ReturnType<typeof createFrame>
  announce: (sentence: string) => void
  current: () => ReturnType<typeof createEditing> | undefined
  open: OpenText
  refresh: () => Promise<void>
}

export function createSaving({
  panel: { say, saveButton, discardButton },
  announce,
  current,
  open,
  refresh,
}: Options) {
  let isBusy = false

  showDrafts()
  window.addEventListener('draftchange', showDrafts)

  function showDrafts() {
    const count = draftKeys().length
    saveButton.disabled = isBusy || count === 0
    discardButton.hidden = count === 0
    saveButton.textContent = count > 1 ? `Save ${count} texts` : 'Save'
  }

  async function save() {
    announce('')
    isBusy = true
    current()?.noteSave()
    showDrafts()
    const response = await saveDrafts()
    if (response.ok) current()?.acceptSaved()
    await report(response)
    isBusy = false
    showDrafts()
  }

  async function send(change: Change) {
    // Clears the announcement before the request, because `refresh` may
    // announce that the text was deleted before the response arrives.
    announce('')
    await report(await sendStep('save', [change]))
  }

  async function report(response: EditorResponse<SaveResult>) {
    if (response.ok) {
      const { also, errors = 0, isCorrected } = response.value
      const saved = isCorrected
        ? 'Saved, with corrected spaces, quotation marks or apostrophes.'
        : 'Saved.'
      if (errors > 0)
        return say(
          `Saved, with ${counted(errors, 'error')} to fix before you propose.`,
          'problem',
        )
      const [first] = also
      if (!first) return say(saved)
      const more = createButton('Open it', () => open({ keys: [first.key] }))
      return say(
        `${saved} ${first.title} says the same. Check it too.`,
        'info',
        more,
      )
    }
    if (response.status === 409) await refresh()
    if (response.details.findings) await showFindings(response.details.findings)
    say(
      response.status === 0
        ? `Not saved, but your text is still here. ${response.error}`
        : `Not saved. ${response.error}`,
      'problem',
    )
  }

  /** Shows the findings about the first text with an error. */
  async function showFindings(findings: CopyFinding[]) {
    const wrong = findings.find(({ level }) => level === 'error')?.key
    if (wrong && wrong !== current()?.data.key) await open({ keys: [wrong] })
    current()?.showFindings(findings.filter(({ key }) => key === wrong))
  }

  return { save, send }
}
