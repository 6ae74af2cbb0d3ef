'use client'

import { useState } from 'react'
import { WhenInteractive } from './when-interactive'

type Props = {
  text: string
  copy: string
  copied: string
  /**
   * Names what is copied, for screen readers, if the page has several copy
   * buttons.
   */
  of?: string
}

export function CopyButton(props: Props) {
  return (
    <WhenInteractive>
      <Button {...props} />
    </WhenInteractive>
  )
}

const copiedMs = 2000

function Button({ text, copy, copied, of }: Props) {
  const [isCopied, setCopied] = useState(false)

  async function write() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return // The visitor did not allow it.
    }
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }

  // Renders nothing in insecure contexts, which have no clipboard.
  if (!navigator.clipboard) return null
  return (
    <button type="button" className="quiet-button" onClick={write}>
      {isCopied ? copied : copy}
      {of && <span className="visually-hidden">{` (${of})`}</span>}
    </button>
  )
}
