// Reads what the daily digest reports: the previous day's leads, and everything
// that is still waiting.

import { countUnsent } from '@/lib/chatbot/unsent-contacts-store'
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { dayMs, hourMs } from '@/lib/durations'
import {
  spellingsOf,
  stateConditions,
  type Where,
  whereReminderDue,
} from './conditions-store'
import { referenceOf } from './contact-fields'
import { countQuarantined, countWhere } from './count-store'
import { markedAsSpam } from './delivery/requeue-store'
import { type StoredLead, scanLeads, takeLeads } from './list-store'

const maxListed = { leads: 20, questions: 10 }

export type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>

export type NamedLead = ReturnType<typeof nameLead>

/**
 * Returns undefined if there is nothing to report. The first digest, whose
 * `from` is 1970, covers a day.
 */
export async function readDigest(from: Date, until: Date) {
  const since = from.getTime() > 0 ? from : new Date(until.getTime() - dayMs)
  const sections = await readSections({ from, since, until })
  if (!isWorthSending(sections)) return undefined
  const { received, quarantined, unsent, unanswered } = sections
  return {
    // Stays the same for every attempt, so that receivers recognize a repeated
    // digest.
    id: `digest-${until.getTime()}`,
    since,
    until,
    received: received.count,
    received_leads: received.leads.map((lead) => ({
      ...nameLead(lead),
      owner: lead.owner,
    })),
    quarantined: {
      count: quarantined.count,
      by_reason: quarantined.byReason,
      total: await countQuarantined(),
      leads: quarantined.leads.map((lead) => {
        return {
          ...nameLead(lead),
          quarantine: reasonsOf(lead),
          spam_score: lead.spamScore,
        }
      }),
    },
    undelivered: nameLeads(sections.undelivered),
    abandoned: nameLeads(sections.abandoned),
    reminders: nameLeads(sections.reminders),
    waiting: nameLeads(sections.waiting),
    unsent,
    unanswered,
  }
}

type Span = { from: Date; since: Date; until: Date }

type Sections = Awaited<ReturnType<typeof readSections>>

async function readSections({ from, since, until }: Span) {
  const span = { gte: since, lt: until }
  // Leaves out leads of the last hour, because a delivery in progress has not
  // failed.
  const whereLate = {
    receivedAt: { lt: new Date(until.getTime() - hourMs) },
    ...stateConditions.undelivered,
  }
  return {
    received: await findLeads({ quarantine: null, receivedAt: span }),
    // Even the first digest covers all earlier leads in quarantine, because
    // nobody has been notified of them.
    quarantined: await readQuarantined({ gte: from, lt: until }),
    undelivered: await findLeads(whereLate),
    abandoned: await findLeads(stateConditions.abandoned),
    reminders: await findLeads(whereReminderDue()),
    waiting: await findLeads(await whereStillNew(since)),
    unsent: { count: await countUnsent(span) },
    unanswered: await readUnanswered({ lastAskedAt: span }),
  }
}

async function readUnanswered(whereAsked: Prisma.UnansweredQuestionWhereInput) {
  const database = await getDatabase()
  const questions = await database.unansweredQuestion.findMany({
    where: whereAsked,
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'asc' }],
    take: maxListed.questions,
    select: { text: true, language: true, count: true },
  })
  const count = await database.unansweredQuestion.count({ where: whereAsked })
  return { count, questions }
}

/** Ignores leads that wait, because they were new in an earlier digest. */
function isWorthSending({ waiting, ...news }: Sections): boolean {
  return Object.values(news).some(({ count }) => count > 0)
}

async function findLeads(where: Prisma.LeadWhereInput) {
  const oldestFirst = scanLeads(where, { rows: maxListed.leads })
  return {
    leads: await takeLeads(maxListed.leads, oldestFirst),
    count: await countWhere(where),
  }
}

/**
 * Selects leads of earlier digests that are still new. Selects none if nobody
 * has ever changed a stage, because the list would only grow.
 */
async function whereStillNew(since: Date): Promise<Where> {
  const database = await getDatabase()
  const handled = await database.lead.findFirst({
    where: { status: 'handled' },
    select: { id: true },
  })
  const earlier = { status: 'new', quarantine: null, receivedAt: { lt: since } }
  return handled ? earlier : { id: { in: [] } }
}

/**
 * Reads the leads of a period that the site has quarantined: those with the
 * lowest spam scores, and the number of leads for each reason.
 */
async function readQuarantined(receivedAt: { gte: Date; lt: Date }) {
  const byReason: Record<string, number> = {}
  let leads: StoredLead[] = []
  let count = 0
  for await (const page of scanLeads({
    quarantine: { not: null },
    NOT: { quarantine: markedAsSpam },
    receivedAt,
  })) {
    for (const reason of page.flatMap(reasonsOf))
      byReason[reason] = (byReason[reason] ?? 0) + 1
    leads = [...leads, ...page]
      .sort((a, b) => a.spamScore - b.spamScore)
      .slice(0, maxListed.leads)
    count += page.length
  }
  return { leads, count, byReason }
}

function nameLeads({ count, leads }: { count: number; leads: StoredLead[] }) {
  return { count, leads: leads.map(nameLead) }
}

function nameLead({
  id,
  receivedAt,
  company,
  source,
  name,
  email,
  phone,
}: StoredLead) {
  return {
    id,
    reference: referenceOf(id),
    received_at: receivedAt,
    company: company || source,
    name: name || [email, phone].filter(Boolean).join(' '),
  }
}

function reasonsOf({ quarantine }: { quarantine: string | null }): string[] {
  return quarantine?.split(',') ?? []
}

/** Reads an owner's due reminders, or returns undefined if there are none. */
export async function readReminders(owner: string) {
  const owners = await spellingsOf(owner)
  const due = { ...whereReminderDue(), owner: { in: owners }, quarantine: null }
  const { count, leads } = nameLeads(await findLeads(due))
  return count > 0 ? { owner, count, leads } : undefined
}

export type Reminders = NonNullable<Awaited<ReturnType<typeof readReminders>>>
