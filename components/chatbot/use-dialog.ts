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
    const listening = new AbortController()
    const { signal } = listening
    const onCancel = (event: Event) => {
      event.preventDefault()
      onEscapeNow.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onCancel(event)
    }
    document.addEventListener('keydown', onKey, { signal })
    element.addEventListener('cancel', onCancel, { signal })
    return () => {
      listening.abort()
      element.close()
    }
  }, [visible, first])

  return dialog
}
