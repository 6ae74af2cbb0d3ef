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
  const [isAsked, setAsked] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (address && isAsked) link.current?.focus()
  }, [address, isAsked])

  useEffect(() => {
    if (!isPrinted) return
    // Fetches the address up front, because printing does not wait.
    let revealed: string | undefined
    fetchEmail().then((email) => {
      revealed = email
    })
    const show = () => revealed && flushSync(() => setAddress(revealed))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [isPrinted])

  async function reveal(event: MouseEvent) {
    event.preventDefault()
    const email = await fetchEmail()
    if (!email) return window.location.assign(href)
    setAsked(true)
    setAddress(email)
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
