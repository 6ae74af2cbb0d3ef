import { env } from '@/lib/env'
import { createCounter, createRateLimit, type Limit } from '@/lib/http/rate-limit'
import { addressKeyOf } from './email-address'

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
const perSender = createRateLimit('LIMIT_CONTACT_PER_EMAIL', () => env.LIMIT_CONTACT_PER_EMAIL, hour)
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR', () => env.LIMIT_CONTACT_PER_OPERATOR, hour)
const everybody = createRateLimit('LIMIT_CONTACT_GLOBAL', () => env.LIMIT_CONTACT_GLOBAL, hour)
// Counted apart: spam uses up no room of what people send in a flood, nor the other way round.
const spam = createRateLimit('LIMIT_CONTACT_FLOOD', () => env.LIMIT_CONTACT_FLOOD, hour, 'spam')
const flood = createRateLimit('LIMIT_CONTACT_FLOOD', () => env.LIMIT_CONTACT_FLOOD, hour, 'flood')

// One acknowledgement a day and mailbox: the form must not become a way to flood somebody's mailbox.
const acknowledgements = createCounter('acknowledgements', day)

/** Counts an acknowledgement to a mailbox: whether it is the first in 24 hours, and how to undo it. */
export async function takeAcknowledgement(emailKey: string) {
  const { count } = await acknowledgements.add(emailKey)
  return { isFirst: count === 1, takeBack: () => acknowledgements.takeBack(emailKey) }
}

const all = 'everybody'

type Taken = [limit: Limit, key: string]

/** Each counts a submission and resolves to 0 if it is allowed, else to the seconds to wait. */
export function countSubmission() {
  const taken: Taken[] = []
  async function take(...takes: Taken[]): Promise<number> {
    const waits = [0]
    for (const [limit, key] of takes) {
      const waitSeconds = await limit.take(key)
      if (waitSeconds === 0) taken.push([limit, key])
      waits.push(waitSeconds)
    }
    return Math.max(...waits)
  }
  return {
    client: (client: string) => take([perClient, client], [perClientADay, client]),
    sender: (email: string) => take([perSender, addressKeyOf(email)]),
    operator: (name: string) => take([perOperator, name]),
    everybody: () => take([everybody, all]),
    spam: () => take([spam, all]),
    flood: () => take([flood, all]),
    /** Undoes it for a submission that was not stored. */
    async giveBack() {
      for (const [limit, key] of taken.splice(0)) await limit.giveBack(key)
    },
  }
}

export type SubmissionCount = ReturnType<typeof countSubmission>

export function takeCorrection(client: string): Promise<number> {
  return corrections.take(client)
}
