'use client'

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fetchEmail } from '@/lib/browser/company-email'

type Props = {
  href: string
  button: string
  label: string
  isPrinted?: boolean
}

/**
 * Shows a link to the page with the address without JavaScript, and otherwise a
 * button that fetches and shows the address. With `isPrinted`, the address
 * replaces the button on paper.
 */
export function RevealedEmail({
  href,
  button,
  label,
  isPrinted = false,
}: Props) {
  const [address, setAddress] = useState<string>()
  const [asked, setAsked] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (address && asked) link.current?.focus()
  }, [address, asked])

  useEffect(() => {
    if (!isPrinted) return
    // Fetches the address up front, because printing does not wait.
    let found: string | undefined
    fetchEmail().then((email) => {
      found = email
    })
    const show = () => found && flushSync(() => setAddress(found))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [isPrinted])

  async function reveal(event: MouseEvent) {
    event.preventDefault()
    const found = await fetchEmail()
    if (!found) return window.location.assign(href)
    setAsked(true)
    setAddress(found)
  }

  if (address) {
    return (
      <a
        ref={link}
        href={`mailto:${address}`}
        aria-label={`${label}: ${address}`}
      >
        {address}
      </a>
    )
  }
  return (
    <a className="quiet-button" href={href} rel="nofollow" onClick={reveal}>
      {button}
    </a>
  )
}
