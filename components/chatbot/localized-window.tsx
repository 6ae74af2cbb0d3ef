'use client'

import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps } from 'react'
import type { Messages } from '@/lib/i18n/messages'
import { ChatWindow } from './chat-window'

export type ChatWords = Omit<Messages['Chat'], 'answers'>

type Props = ComponentProps<typeof ChatWindow> & { words: ChatWords }

/** The window with its messages and their formatter, which are loaded with it. */
export function LocalizedWindow({ words, ...props }: Props) {
  return (
    <NextIntlClientProvider locale={props.locale} messages={{ Chat: words }} timeZone="UTC">
      <ChatWindow {...props} />
    </NextIntlClientProvider>
  )
}
