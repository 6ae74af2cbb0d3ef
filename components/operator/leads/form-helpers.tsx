'use client'

import { useEffect, useState } from 'react'

export function SelectAll({ label, form }: { label: string; form: string }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  if (!isReady) return null
  return (
    <input
      type="checkbox"
      aria-label={label}
      onChange={({ target }) => {
        const boxes = document.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][form="${form}"]`)
        for (const box of boxes) box.checked = target.checked
      }}
    />
  )
}

export function KeepTyped({ form }: { form: string }) {
  useEffect(() => {
    const element = document.getElementById(form)
    if (!(element instanceof HTMLFormElement)) return
    const valuesOf = () => JSON.stringify([...new FormData(element)])
    const saved = valuesOf()
    const watch = new AbortController()
    const ask = (event: BeforeUnloadEvent) => {
      if (valuesOf() !== saved) event.preventDefault()
    }
    addEventListener('beforeunload', ask, { signal: watch.signal })
    element.addEventListener('submit', () => watch.abort())
    return () => watch.abort()
  }, [form])
  return null
}

export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [state, setState] = useState<'impossible' | 'possible' | 'copied'>('impossible')
  useEffect(() => {
    if ('clipboard' in navigator) setState('possible')
  }, [])
  if (state === 'impossible') return null
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setState('copied'))
      .catch(() => setState('possible'))
  return (
    <p className="row">
      <button type="button" className="quiet-button" onClick={copy}>
        {label}
      </button>
      <span role="status">{state === 'copied' && done}</span>
    </p>
  )
}
