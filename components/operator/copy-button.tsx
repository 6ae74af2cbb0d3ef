'use client'

import { useState, useSyncExternalStore } from 'react'

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
