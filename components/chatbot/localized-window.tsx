'use client'

import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps } from 'react'
import type { Messages } from '@/lib/i18n/messages'
import { ChatWindow } from './chat-window'

export type WindowMessages = Omit<Messages['Chat'], 'answers'>

type Props = ComponentProps<typeof ChatWindow> & { messages: WindowMessages }

/** The window with its messages and their formatter, which are loaded with it. */
export function LocalizedWindow({ messages, ...props }: Props) {
  return (
    <NextIntlClientProvider locale={props.locale} messages={{ Chat: messages }} timeZone="UTC">
      <ChatWindow {...props} />
    </NextIntlClientProvider>
  )
}
