import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'

type Messages = ComponentProps<typeof NextIntlClientProvider>['messages']

export function ClientMessages({
  of,
  children,
}: {
  of: 'check' | 'operatorActions'
  children: ReactNode
}) {
  const messages = {
    Attestations: { [of]: useMessages().Attestations[of] },
  } as unknown as Messages
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  )
}
