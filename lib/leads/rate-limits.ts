import { env } from '@/lib/env'
import { createRateLimit, takeAll } from '@/lib/http/rate-limit'

// How many is a setting: LIMIT_CONTACT_* in lib/env.ts.
const tenMinutes = 600
const hour = 3600
const day = 24 * hour

// A day has 144 windows of ten minutes: whoever fills four of them is no visitor with a question.
const windowsADay = 4

const correctionsEach = 6

const perClient = createRateLimit('LIMIT_CONTACT_PER_CLIENT', () => env.LIMIT_CONTACT_PER_CLIENT, tenMinutes)
const perClientADay = createRateLimit('LIMIT_CONTACT_PER_CLIENT', () => env.LIMIT_CONTACT_PER_CLIENT * windowsADay, day)
// Forms that come back to be corrected: more than people need who mistype every time.
const corrections = createRateLimit(
  'LIMIT_CONTACT_PER_CLIENT',
  () => env.LIMIT_CONTACT_PER_CLIENT * correctionsEach,
  tenMinutes,
  'corrections',
)
const perMailbox = createRateLimit('LIMIT_CONTACT_PER_EMAIL', () => env.LIMIT_CONTACT_PER_EMAIL, hour)
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR', () => env.LIMIT_CONTACT_PER_OPERATOR, hour)
const everybody = createRateLimit('LIMIT_CONTACT_GLOBAL', () => env.LIMIT_CONTACT_GLOBAL, hour)
// Counted apart: spam uses up no room of what people send in a flood, nor the other way round.
const spam = createRateLimit('LIMIT_CONTACT_FLOOD', () => env.LIMIT_CONTACT_FLOOD, hour, 'spam')
const flood = createRateLimit('LIMIT_CONTACT_FLOOD', () => env.LIMIT_CONTACT_FLOOD, hour, 'flood')

const all = 'everybody'

/** Each counts a message and resolves to 0 when it may pass, else to the seconds to wait. */
export const rateLimits = {
  client: (client: string) => takeAll([perClient, client], [perClientADay, client]),
  corrections: (client: string) => corrections.take(client),
  mailbox: (emailKey: string) => perMailbox.take(emailKey),
  operator: (name: string) => perOperator.take(name),
  everybody: () => everybody.take(all),
  spam: () => spam.take(all),
  flood: () => flood.take(all),
}
