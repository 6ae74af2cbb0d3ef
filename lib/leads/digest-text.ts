// Writes the texts of the daily digest, and of the mails about an owner's
// reminders and leads, in LEADS_LANGUAGE.
import { createTranslator } from 'next-intl'
import { shortOfficeTime } from '@/lib/i18n/offices'
import type { Locale } from '@/lib/i18n/routing'
import { isolateDirection } from '@/lib/shown-text'
import { consoleAddressOf } from './delivery/lead-text'
import type { Digest, NamedLead, Reminders } from './digest-store'
import { loadSalesTexts } from './sales-texts'

type Item = { text: string; href?: string }

type Section = { text: string; items: Item[] }

/** A mail with sections, each with a list and a link to the console. */
export type DigestText = {
  locale: Locale
  title: string
  intro: string
  sections: (Section & { link?: { label: string; href: string } })[]
}

export function digestPlainText({ intro, sections }: DigestText): string {
  const paragraphs = sections.map(({ text, items, link }) => {
    const lines = items.map((item) => `- ${item.text}`)
    const open = link ? [`${link.label}: ${link.href}`] : []
    return [text, ...lines, ...open].join('\n')
  })
  return [intro, ...paragraphs].join('\n\n')
}

export async function describeDigest(digest: Digest): Promise<DigestText> {
  const { received, quarantined, unsent, unanswered } = digest
  const { undelivered, abandoned } = digest
  const words = await loadWords()
  const { t, locale, linkTo, itemOf } = words
  const counts = {
    quarantined: quarantined.count,
    undelivered: undelivered.count + abandoned.count,
    unsent: unsent.count,
    unanswered: unanswered.count,
  }

  const newLeads = digest.received_leads.map((lead) =>
    itemOf(lead, isolateDirection(lead.owner ?? t('nobody'))),
  )
  const questions = unanswered.questions.map(({ text, ...asked }) => {
    return { text: t('question', { ...asked, text: isolateDirection(text) }) }
  })
  const sectionOf = (kind: SomeLeads, path: string) => ({
    count: digest[kind].count,
    text: t(kind, digest[kind]),
    items: digest[kind].leads.map((lead) => itemOf(lead)),
    link: linkTo(path),
  })

  const sections = [
    {
      count: received,
      text: t('received', { count: received }),
      items: newLeads,
      link: linkTo('/leads?state=accepted'),
    },
    sectionOf('waiting', '/leads?stage=new&state=accepted&order=oldest'),
    ...quarantineSections(digest, words),
    sectionOf('undelivered', '/leads?state=undelivered'),
    sectionOf('abandoned', '/leads?state=abandoned'),
    sectionOf('reminders', '/leads?reminder=due'),
    {
      count: unsent.count,
      text: t('unsent', unsent),
      items: [],
      link: linkTo('/leads?view=unsent'),
    },
    {
      count: unanswered.count,
      text: t('unanswered', unanswered),
      items: questions,
      link: linkTo('/questions'),
    },
  ]

  return {
    locale,
    title: t('subject', { received, ...counts }),
    intro: t('since', { time: shortOfficeTime(digest.since, locale) }),
    sections: sections.filter(({ count }) => count > 0),
  }
}

type SomeLeads = 'waiting' | 'undelivered' | 'abandoned' | 'reminders'

function quarantineSections({ quarantined }: Digest, words: Words) {
  const { t, linkTo, itemOf, reasonOf } = words
  const { count } = quarantined
  const reasons = Object.entries(quarantined.by_reason)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => {
      return {
        text: t('quarantine.reason', { reason: reasonOf(reason), count }),
      }
    })

  const suspected = quarantined.leads.map((lead) => {
    const listed = lead.quarantine.map(reasonOf).join(', ')
    const values = { reasons: listed, score: lead.spam_score }
    return itemOf(lead, t('quarantine.suspicion', values))
  })

  const total = t('quarantine.total', { count: quarantined.total })
  return [
    {
      count,
      text: `${t('quarantine.intro', { count })} ${total}`,
      items: [],
    },
    { count, text: t('quarantine.byReason'), items: reasons },
    {
      count,
      text: t('quarantine.listed', { count: suspected.length }),
      items: suspected,
    },
    {
      count,
      text: t('quarantine.todo'),
      items: [],
      link: linkTo('/leads?state=quarantined'),
    },
  ]
}

export async function describeReminders(due: Reminders): Promise<DigestText> {
  const words = await loadWords()
  const { t, itemOf } = words
  return describeForOwner(words, due.owner, {
    title: t('remindersSubject', due),
    text: t('ownReminders', due),
    items: due.leads.map((lead) => itemOf(lead)),
    filter: 'reminder=due',
  })
}

export async function describeAssigned(
  owner: string,
  assigned: { count: number; operator: string },
): Promise<DigestText> {
  const words = await loadWords()
  return describeForOwner(words, owner, {
    title: words.t('assignedManySubject', { count: assigned.count }),
    text: words.t('assignedMany', assigned),
    items: [],
    filter: 'stage=open',
  })
}

function describeForOwner(
  { t, locale, linkTo }: Words,
  owner: string,
  { title, filter, ...section }: Section & { title: string; filter: string },
): DigestText {
  const path = `/leads?${filter}&owner=${encodeURIComponent(owner)}`
  return {
    locale,
    title,
    intro: t('remindersIntro', { owner: isolateDirection(owner) }),
    sections: [{ ...section, link: linkTo(path) }],
  }
}

type Words = Awaited<ReturnType<typeof loadWords>>

async function loadWords() {
  const { locale, messages } = await loadSalesTexts()
  const t = createTranslator({ locale, messages, namespace: 'DigestMail' })
  const reasons: Record<string, string> = messages.OperatorLeads.reasons
  const label = messages.OwnerMail.open
  return {
    locale,
    t,
    reasonOf: (reason: string) => reasons[reason] ?? reason,
    linkTo: (path: string) => ({ label, href: consoleAddressOf(locale, path) }),
    itemOf(lead: NamedLead, remark?: string): Item {
      const { reference, received_at, company, name } = lead
      const named = t('lead', {
        time: shortOfficeTime(received_at, locale),
        reference,
        company: isolateDirection(company),
        name: isolateDirection(name),
      })
      return {
        text: remark ? `${named}: ${remark}` : named,
        href: consoleAddressOf(locale, `/leads/${reference}`),
      }
    },
  }
}
