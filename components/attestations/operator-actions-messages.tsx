import { NextIntlClientProvider, useMessages } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { OperatorActionsProvider } from './operator-actions'

/** The operator actions with the messages of the page's client parts: no other reach the browser. */
export function OperatorActions({ children }: { children: ReactNode }) {
  const { operatorActions } = useMessages().Attestations
  const messages = { Attestations: { operatorActions } } as unknown as ComponentProps<
    typeof NextIntlClientProvider
  >['messages']
  return (
    <NextIntlClientProvider messages={messages}>
      <OperatorActionsProvider>{children}</OperatorActionsProvider>
    </NextIntlClientProvider>
  )
}
