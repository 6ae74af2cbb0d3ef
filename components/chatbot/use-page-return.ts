import { useEffect, useRef } from 'react'

/** Calls back when the browser shows a page as it was left: other pages may have been visited meanwhile. */
export function usePageReturn(onReturn: () => void) {
  const onReturnNow = useRef(onReturn)
  onReturnNow.current = onReturn

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturnNow.current()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}
