import type { SenderDetails } from '@/lib/chatbot/schema'
import type { BrowserDraft } from '@/lib/leads/browser/message'
import type { Message } from './conversation'

// "My name is … from …": beside contact details, so few words ask nothing.
const maxIntroductionWords = 5

// "And for silver?", "Silver?" say little to somebody who has not read what came before.
const followUp = /^(and|but|or|what about|et|mais|ou|y|e|pero|o)\s/i
const maxFollowUpWords = 2

const address = /[^\s@]+@[^\s@]+/g
const telephone = /\+\d(?:[\s().-]*\d){6,}|\d(?:[\s().-]*\d){8,}/g

export function draftOf({ size, ...details }: SenderDetails, messages: Message[]): BrowserDraft {
  return { ...details, message: inquiryOf(messages, Object.values(details), size) }
}

/**
 * The visitor's newest question, behind the one that it goes on from; empty when they gave contact details alone, or said
 * nothing.
 */
export function questionOf(messages: Message[], details: string[] = []): string {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const questions = asked.filter((text, index) => !isIntroduction(text, index === asked.length - 1 ? details : []))
  const [newest = '', before] = questions.reverse()
  const isFollowUp = followUp.test(newest) || wordsBeside(newest, []) <= maxFollowUpWords
  return before && isFollowUp ? `${before}\n\n${newest}` : newest
}

function inquiryOf(messages: Message[], details: string[], size = ''): string {
  const newest = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  // "50 million USD" alone answers a question of ours.
  const isBare = wordsBeside(newest, [...details, size]) <= 1
  if (size && newest.includes(size) && !isBare) return newest
  const question = isBare ? questionOf(messages.slice(0, -1)) : questionOf(messages, details)
  return question.includes(size) ? question : [question, size].filter(Boolean).join('\n\n')
}

function isIntroduction(text: string, details: string[]): boolean {
  const rest = without(text, details)
  return rest !== text && !text.includes('?') && wordsBeside(text, details) <= maxIntroductionWords
}

function wordsBeside(text: string, details: string[]): number {
  return without(text, details).match(/\p{L}+/gu)?.length ?? 0
}

function without(text: string, details: string[]): string {
  const rest = details.filter(Boolean).reduce((left, detail) => left.replace(detail, ' '), text)
  return rest.replace(address, ' ').replace(telephone, ' ')
}
