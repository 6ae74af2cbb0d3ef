'use client'

import { useEffect } from 'react'

export function SelectAll({ label, form }: { label: string; form: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      onChange={({ target }) => {
        const boxes = document.querySelectorAll<HTMLInputElement>(
          `input[type="checkbox"][form="${form}"]`,
        )
        for (const box of boxes) box.checked = target.checked
      }}
    />
  )
}

/** Warns before the page is left with unsent input. */
export function WarnBeforeLeaving({ form }: { form: string }) {
  useEffect(() => {
    const element = document.getElementById(form)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const watch = new AbortController()
    const { signal } = watch
    element?.addEventListener(
      'input',
      () => addEventListener('beforeunload', ask, { signal }),
      { signal },
    )
    element?.addEventListener('submit', () => watch.abort(), { signal })
    return () => watch.abort()
  }, [form])
  return null
}
