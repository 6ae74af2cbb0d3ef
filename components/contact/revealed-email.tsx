'use client'

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'

type Props = { href: string; button: string; label: string }

/** Without JavaScript a link to the page with the address; with it, a button that fetches and shows the address. */
export function RevealedEmail({ href, button, label }: Props) {
  const [address, setAddress] = useState<string>()
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (address) link.current?.focus()
  }, [address])

  async function reveal(event: MouseEvent) {
    event.preventDefault()
    const found = await fetchEmail()
    if (found) setAddress(found)
    else window.location.assign(href)
  }

  if (address) {
    return (
      <a ref={link} href={`mailto:${address}`} aria-label={`${label}: ${address}`}>
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
