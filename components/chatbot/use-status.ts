import { useEffect, useState } from 'react'
import { fetchStatus } from '@/lib/chatbot/browser/status'

const pollMs = 30_000

/** Whether the assistant is there: asked at once and every 30 s, but not while nobody looks. */
export function useStatus(): boolean {
  const [enabled, setEnabled] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let asked = 0
    const ask = async () => {
      const request = ++asked
      const answer = await fetchStatus()
      // An answer that was overtaken by a later request's says nothing any more.
      if (request === asked) setEnabled(answer)
    }
    const follow = () => {
      clearInterval(timer)
      if (document.hidden) return
      ask()
      timer = setInterval(ask, pollMs)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])

  return enabled
}
