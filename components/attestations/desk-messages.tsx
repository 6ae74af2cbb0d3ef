import { NextIntlClientProvider, useMessages } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { DeskProvider } from './desk'

/** The desk with the messages of the page's client parts: no other reach the browser. */
export function Desk({ children }: { children: ReactNode }) {
  const { desk, check } = useMessages().Attestations
  const messages = { Attestations: { desk, check } } as unknown as ComponentProps<
    typeof NextIntlClientProvider
  >['messages']
  return (
    <NextIntlClientProvider messages={messages}>
      <DeskProvider>{children}</DeskProvider>
    </NextIntlClientProvider>
  )
}
