// A dialog of the toolbar with a list of texts that link to their pages.
import type { EditorState } from '../text'
import { createButton, createElement, openDialog } from './dom'
import type { OpenText } from './open-text'

export type Options = {
  root: ShadowRoot
  open: OpenText
  state: EditorState
  done: () => unknown
}

export type ListRow = (HTMLElement | string | false)[]

export function listElement(rows: ListRow[]): HTMLElement {
  const items = rows.map((row) => createElement('li', {}, row))
  return createElement('ul', { class: 'rows' }, items)
}

/**
 * Opens a dialog; `linkTo` makes links that open a text and close the dialog.
 */
export function openList({ root, open }: Options, title: string) {
  const shown = openDialog(root, title)
  const linkTo = (key: string, words: string) => {
    const go = () => {
      shown.close()
      open({ keys: [key] })
    }
    return createButton(words, go, { class: 'link' })
  }
  return { ...shown, linkTo }
}

export type LinkTo = (key: string, words: string) => HTMLElement
