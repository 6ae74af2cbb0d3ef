'use client'

import { useEffect, useState } from 'react'
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
  const [copiedAt, setCopiedAt] = useState<number>()

  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), copiedMs)
    return () => clearTimeout(timer)
  }, [copiedAt])

  async function write() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return // the visitor has not allowed it
    }
    setCopiedAt(performance.now())
  }

  // Renders nothing in insecure contexts, which have no clipboard.
  if (!navigator.clipboard) return null
  return (
    <button type="button" className="quiet-button" onClick={write}>
      {copiedAt === undefined ? copy : copied}
      {of && <span className="visually-hidden">{` (${of})`}</span>}
    </button>
  )
}
