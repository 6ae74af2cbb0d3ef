import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

// Where the window fills the screen (chatbot.css), it keeps the focus to itself.
const fullScreen = '(width < 34rem), (height < 30rem)'

export function useDialog(
  visible: boolean,
  first: RefObject<HTMLElement | null>,
  onEscape: (returnFocus: boolean) => void,
) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onEscapeNow = useRef(onEscape)
  onEscapeNow.current = onEscape

  // Before the effects of what is in it, which measure the open dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!visible || !element) return
    if (window.matchMedia(fullScreen).matches) element.showModal()
    else element.show()
    first.current?.focus()
    const listening = new AbortController()
    const { signal } = listening
    const onCancel = (event: Event) => {
      event.preventDefault()
      // A visitor who has moved on to the page stays there.
      onEscapeNow.current(element.contains(document.activeElement))
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

/** Moves the window to the other side of the page while it would cover the focused element (WCAG 2.4.11). */
export function useUncovered(dialog: RefObject<HTMLDialogElement | null>, visible: boolean) {
  useEffect(() => {
    if (!visible) return
    const onFocus = ({ target }: FocusEvent) => {
      const element = dialog.current
      if (!(element && target instanceof Element) || element.contains(target) || element.matches(':modal')) return
      const window = element.getBoundingClientRect()
      const focused = target.getBoundingClientRect()
      const isCovered = focused.right > window.left && focused.left < window.right && focused.bottom > window.top
      if (isCovered) element.classList.toggle('chat-aside')
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [dialog, visible])
}
