import { randomUUID } from 'node:crypto'
import { catalog } from '../../tests/support/catalog'
import { addressOf, codeOf, type World } from './world'

const { contactRecorded, contactAdded, contactFailed } = catalog('en').Chat.answers
const questions = ['Which banks do you work with?', 'What is the minimum trade?', 'How are the reserves verified?']

/** A conversation: questions, and then mostly the wish to be called, with details at once or when asked for them. */
export async function talk(world: World, visitor: number) {
  const { client } = world
  const session = `soak-${randomUUID()}`
  const ask = (message: string) => say(world, visitor, { session, message })
  await ask(questions[visitor % questions.length] ?? '')
  const code = codeOf(visitor)
  const details = `+1 212 555 0100, chat-${code}@bank.example`
  const wish = `Please have somebody call me, reference ${code}.`
  const kind = visitor % 3
  if (kind === 0) await ask('Do you have an office in Europe?')
  else await leaveDetails(world, code, kind === 1 ? [`${wish} ${details}`] : [wish, details], ask)
  await client.send('end', '/api/chatbot/end-session', {
    method: 'POST',
    body: { session_id: session, language: 'en' },
    from: addressOf(visitor),
    expected: [204],
  })
}

type Ask = (message: string) => Promise<string | undefined>

// What is neither confirmed nor refused leaves the visitor waiting for a call that nobody knows of.
async function leaveDetails({ ledger }: World, code: string, messages: string[], ask: Ask) {
  const lead = ledger.addLead({ code, way: 'chat' })
  let isUncertain = false
  for (const message of messages) {
    const response = await ask(message)
    isUncertain ||= response === undefined
    if (response?.includes(contactRecorded) || response?.includes(contactAdded)) {
      lead.fate = 'acknowledged'
      lead.email = message.match(/\S+@\S+/)?.[0] ?? lead.email
    } else if (response?.includes(contactFailed)) {
      if (!isUncertain && lead.fate !== 'acknowledged') lead.fate = 'refused'
    } else if (response !== undefined) ledger.problems.push(`the assistant took “${message}” without a word about it`)
  }
}

type Said = { session: string; message: string }

async function say({ client }: World, visitor: number, { session, message }: Said): Promise<string | undefined> {
  const answer = await client.send('chat', '/api/chatbot/chat', {
    method: 'POST',
    body: { session_id: session, message, language: 'en' },
    from: addressOf(visitor),
  })
  return answer?.status === 200 ? JSON.parse(answer.text).response : undefined
}
