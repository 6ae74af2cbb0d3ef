'use client'

import { type ReactNode, type RefObject, type SyntheticEvent, useEffect } from 'react'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  id: string
  title: string
  submit: string
  cancel: string
  sending?: boolean
  onSubmit: (fields: FormData) => void
  /** Called once it is closed, by the Escape key too; `dialog.current.close()` closes it and returns the focus. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog with a form, open for as long as it is rendered. */
export function Modal({ dialog, id, title, submit, cancel, sending, onSubmit, onClose, children }: Props) {
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [dialog])

  function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }

  return (
    <dialog ref={dialog} className="modal" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={send}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <p className="row">
          <button type="submit" className="button" disabled={sending}>
            {submit}
          </button>
          <button type="button" className="quiet-button" onClick={() => dialog.current?.close()}>
            {cancel}
          </button>
        </p>
      </form>
    </dialog>
  )
}
