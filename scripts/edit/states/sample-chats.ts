import { createHash } from 'node:crypto'
import { countUnanswered, saveExchange, saveProgress } from '@/lib/chatbot/store'
import { type Locale, routing } from '@/lib/i18n/routing'
import { createSession } from '@/lib/operator/store'

/** Conversations by what is left of them. */
export const sampleConversations = {
  whole: 'sample.conversation.whole',
  withoutLead: 'sample.conversation.without-lead',
}

const question = 'We are a private bank. Could somebody call us about custody?'
const answer = 'I have passed your request to the institutional team, together with this conversation.'
const others = 26

/** Conversations that asked for contact, more than a page of them; questions without an answer; a second session. */
export async function fillChats() {
  for (let number = 1; number <= others; number++) await saveConversation(`sample.conversation.${number}`)
  await saveConversation(sampleConversations.withoutLead)
  await saveConversation(sampleConversations.whole)
  for (const locale of routing.locales) await askInVain(locale)
  await createSession(createHash('sha256').update('another session').digest('hex'), 'editor', null)
}

async function saveConversation(id: string) {
  await saveProgress(id, { language: 'en', lastFacts: [], contactAsked: true })
  await saveExchange(id, { question, answer })
}

const listed = 50

// More than the console lists.
async function askInVain(locale: Locale) {
  for (let number = 0; number <= listed; number++)
    await countUnanswered(`Do you lend platinum for ${number} days?`, locale)
}
