import { type RefObject, useEffect, useRef } from 'react'

// Where the window fills the screen (chatbot.css), it keeps the focus to itself.
const fullScreen = '(width < 34rem), (height < 30rem)'

/** Shows and hides a dialog: the focus goes to `first`, and Escape asks to close it. */
export function useDialog(visible: boolean, first: RefObject<HTMLElement | null>, onEscape: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onEscapeNow = useRef(onEscape)
  onEscapeNow.current = onEscape

  useEffect(() => {
    const element = dialog.current
    if (!visible || !element) return
    if (window.matchMedia(fullScreen).matches) element.showModal()
    else element.show()
    first.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      onEscapeNow.current()
    }
    const onCancel = (event: Event) => {
      event.preventDefault()
      onEscapeNow.current()
    }
    document.addEventListener('keydown', onKey)
    element.addEventListener('cancel', onCancel)
    return () => {
      document.removeEventListener('keydown', onKey)
      element.removeEventListener('cancel', onCancel)
      element.close()
    }
  }, [visible, first])

  return dialog
}
