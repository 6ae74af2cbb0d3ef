import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

// In windows of these sizes, the chat fills the screen (chatbot.css) and traps
// the focus.
const fullScreen = '(width < 34rem), (height < 30rem)'

export type Close = (options?: { returnsFocus: boolean }) => void

export function useDialog(
  isVisible: boolean,
  first: RefObject<HTMLElement | null>,
  onEscape: Close,
) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeByKey = useEffectEvent(onEscape)

  // Runs before the effects of its children, which measure the open dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isVisible || !element) return
    if (window.matchMedia(fullScreen).matches) element.showModal()
    else element.show()
    // Skips touchscreens, because a focused field would raise the keyboard over
    // the starters.
    if (!window.matchMedia('(pointer: coarse)').matches) first.current?.focus()
    const listening = new AbortController()
    const { signal } = listening
    const onCancel = (event: Event) => {
      event.preventDefault()
      // Returns the focus only if it is still in the window.
      closeByKey({ returnsFocus: element.contains(document.activeElement) })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onCancel(event)
    }
    element.addEventListener('cancel', onCancel, { signal })
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener(
      'focusin',
      ({ target }) => uncover(target, element),
      { signal },
    )
    return () => {
      listening.abort()
      element.close()
    }
  }, [isVisible, first])

  return dialog
}

/**
 * Moves the window to the other side of the page if it covers the focused
 * element (WCAG 2.4.11).
 */
function uncover(focused: EventTarget | null, dialog: HTMLDialogElement) {
  if (
    !(focused instanceof Element) ||
    dialog.contains(focused) ||
    dialog.matches(':modal')
  )
    return
  const chatBox = dialog.getBoundingClientRect()
  const { left, right, bottom } = focused.getBoundingClientRect()
  if (right > chatBox.left && left < chatBox.right && bottom > chatBox.top)
    dialog.classList.toggle('chat-aside')
}
