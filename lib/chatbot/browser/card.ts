import { contactDetailsIn } from '@/lib/chatbot/contact-details'
import { maxNoteCharacters } from '@/lib/leads/card-schema'
import { truncate } from '@/lib/shown-text'
import {
  answersSinceShop,
  type CardState,
  leadsToShop,
  type Message,
} from './conversation'

type Value = CardState['values']

/** Opens the card. Fills an empty note with the visitor's last message. */
export function openCard(card: CardState, messages: Message[]): CardState {
  const lastMessage =
    messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return {
    ...card,
    state: 'open',
    values: { ...card.values, note: card.values.note || lastMessage },
  }
}

/**
 * Adds the e-mail address and phone number in the last message to the card, and
 * opens or offers it.
 */
export function cardAfterQuestion(
  card: CardState,
  messages: Message[],
): CardState {
  const message = messages.at(-1)?.content ?? ''
  const details = contactDetailsIn(message)
  if (details.length === 0) return card
  const reach = details.reduce(addDetail, card.values.reach ?? '')
  return addToNote({ ...card, values: { ...card.values, reach } }, message)
}

/**
 * Adds a message to the card's note, unless the note already contains the
 * message, and opens the card. If the visitor has dismissed the card, offers it
 * again instead.
 */
export function addToNote(card: CardState, message: string): CardState {
  const { note } = card.values
  const isNoted = `\n${note}\n`.includes(`\n${message}\n`)
  const longer = isNoted ? note : `${note}\n${message}`.trim()
  const values: Value = {
    ...card.values,
    note: truncate(longer, maxNoteCharacters),
  }
  const state = card.state === 'dismissed' ? 'closed' : 'open'
  return { ...card, state, values }
}

/**
 * Adds a contact detail. A new number replaces an earlier number, and a new
 * address an earlier address.
 */
function addDetail(typed: string, detail: string): string {
  const others = typed
    .split(', ')
    .filter((part) => part !== '' && isAddress(part) !== isAddress(detail))
  return [...others, detail].join(', ')
}

function isAddress(detail: string): boolean {
  return detail.includes('@')
}

/**
 * Returns how the conversation shows the card: as a form, as a receipt or as an
 * offer. The card is offered if an answer is about fees, a quote or a meeting,
 * if two answers in a row lack the requested information, or if the visitor has
 * given contact details since dismissing the card. Private investors get no
 * card until they turn out to represent an institution.
 */
export function cardView(
  { state, values }: CardState,
  messages: Message[],
): 'form' | 'receipt' | 'offer' | 'barred' | 'none' {
  if (state === 'sent') return 'receipt'
  const answers = answersSinceShop(messages)
  const offersContact = answers.some(({ offers_contact }) => offers_contact)
  if (messages.some(leadsToShop) && !offersContact) return 'barred'
  if (state === 'open') return 'form'
  const isOffered =
    offersContact ||
    values.reach ||
    answers.some(
      ({ unanswered }, index) => unanswered && answers[index - 1]?.unanswered,
    )
  return state === 'closed' && isOffered ? 'offer' : 'none'
}
