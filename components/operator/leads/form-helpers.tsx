'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

/** A box that selects every lead of the page. Without JavaScript each is selected on its own. */
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

/** Has the browser ask before a page is left whose form has unsaved changes. */
export function KeepTyped({ form }: { form: string }) {
  useEffect(() => {
    const element = document.getElementById(form)
    if (!(element instanceof HTMLFormElement)) return
    const valuesOf = () => new URLSearchParams(new FormData(element) as never).toString()
    const saved = valuesOf()
    let isSent = false
    const markSent = () => {
      isSent = true
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSent && valuesOf() !== saved) event.preventDefault()
    }
    element.addEventListener('submit', markSent)
    addEventListener('beforeunload', ask)
    return () => {
      element.removeEventListener('submit', markSent)
      removeEventListener('beforeunload', ask)
    }
  }, [form])
  return null
}

type Props = { text: string; label: string; done: string }

/** Copies a text where the browser lets it; elsewhere the text stands in a field, to be selected. */
export function CopyButton({ text, label, done }: Props) {
  const [copied, setCopied] = useState(false)
  // Only secure addresses have a clipboard, and the server does not know.
  const possible = useSyncExternalStore(
    () => () => {},
    () => 'clipboard' in navigator,
    () => false,
  )
  if (!possible) return null
  return (
    <p className="row">
      <button
        type="button"
        className="quiet-button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {label}
      </button>
      <span role="status">{copied && done}</span>
    </p>
  )
}
