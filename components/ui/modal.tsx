'use client'

import { type ReactNode, type RefObject, useEffect } from 'react'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  labelledBy: string
  /**
   * Called once the dialog is closed, including by Escape.
   * `dialog.current.close()` closes the dialog and returns the focus.
   */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog, open for as long as it is rendered. */
export function Modal({ dialog, labelledBy, onClose, children }: Props) {
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [dialog])

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={labelledBy}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
