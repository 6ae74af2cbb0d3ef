import { contactDetailIn } from '@/lib/chatbot/contact-details'
import { maxNoteCharacters } from '@/lib/leads/card-schema'
import { cut } from '@/lib/typed-text'
import type { CardState, Message } from './conversation'

type Value = CardState['values']

/**
 * Opens the card unless it is already open or sent. Fills an empty note with
 * the visitor's last message.
 */
export function openCard(card: CardState, messages: Message[]): CardState {
  if (card.state === 'open' || card.state === 'sent') return card
  const lastMessage =
    messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return {
    ...card,
    state: 'open',
    values: { ...card.values, note: card.values.note || lastMessage },
  }
}

/**
 * Adds the e-mail address or phone number in the last message to the card, and
 * opens the card unless it is dismissed or barred.
 */
export function cardAfterQuestion(
  card: CardState,
  messages: Message[],
): CardState {
  const message = messages.at(-1)?.content ?? ''
  const detail = contactDetailIn(message)
  if (detail === undefined) return card
  const { values } = card
  const note = [values.note, message].filter(Boolean).join('\n')
  const filled: Value = {
    ...values,
    reach: addDetail(values.reach, detail),
    note: cut(note, maxNoteCharacters),
  }
  const staysClosed = card.state === 'dismissed' || card.state === 'barred'
  return { ...card, values: filled, state: staysClosed ? card.state : 'open' }
}

/**
 * Adds a contact detail. A new number replaces an earlier number, and a new
 * address an earlier address.
 */
function addDetail(typed = '', detail: string): string {
  const others = typed
    .split(', ')
    .filter((each) => each !== '' && isNumber(each) !== isNumber(detail))
  return [...others, detail].join(', ')
}

function isNumber(detail: string): boolean {
  return !/[^\s\d()+./-]/.test(detail)
}

/**
 * Offers the card when the topic is fees, a quote or a meeting, and after two
 * answers in a row without the information asked for. Bars it for private
 * investors.
 */
export function cardAfterAnswer(
  card: CardState,
  messages: Message[],
  offersContact: boolean,
): CardState {
  const answers = messages.filter(
    ({ role, failed }) => role === 'assistant' && !failed,
  )
  const isLost =
    answers.slice(-2).length === 2 &&
    answers.slice(-2).every(({ unanswered }) => unanswered)
  if (messages.at(-1)?.lead_type === 'retail' && card.state !== 'sent')
    return { ...card, state: 'barred' }
  return card.state === 'none' && (offersContact || isLost)
    ? { ...card, state: 'offered' }
    : card
}
