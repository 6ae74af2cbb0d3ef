import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { salesIntentOf } from '@/lib/chatbot/sales-intent'
import type { SenderDetails } from '@/lib/chatbot/schema'
import { senderDetailsIn } from '@/lib/chatbot/sender-details'
import type { Locale } from '@/lib/i18n/routing'
import { internationalNumber } from '@/lib/leads/phone-number'

type Expected = SenderDetails & { contact?: true; quote?: true }

type Phrase = { message: string; page: Locale; expected: Expected }

function phrasesOf(language: string): Phrase[] {
  return JSON.parse(readFileSync(`tests/assistant/leads.${language}.json`, 'utf8'))
}

function capturedFrom(message: string, page: Locale): Expected {
  const details = senderDetailsIn(message, page)
  const { contact, quote } = salesIntentOf(message)
  const phone = details.phone && internationalNumber(details.phone)?.number
  return { ...details, ...(phone && { phone }), ...(contact && { contact }), ...(quote && { quote }) }
}

describe.each(['en', 'fr', 'es'])('what visitors write in %s', (language) => {
  it.each(phrasesOf(language).map(({ message, page, expected }) => ({ message, page, expected })))(
    'says as much as it means: $message',
    ({ message, page, expected }) => {
      expect(capturedFrom(message, page)).toEqual(expected)
    },
  )
})
