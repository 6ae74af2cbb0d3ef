import { parseArgs } from 'node:util'
import { eraseSession } from '@/lib/chatbot/store'
import { findChatSessions } from '@/lib/leads/chat-store'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { leadJson, leadsCsv } from '@/lib/leads/json'
import { countQuarantined, findLead, listLeads, type StoredLead } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { eraseByEmail, releaseLead, retryLead } from '@/lib/leads/store'

const usage = `npm run leads -- COMMAND
  list [--state undelivered|delivered|abandoned|quarantined] [--since DATE] [--until DATE] [--language en] [--limit 100]
  show ID                   one lead, whole (an id or a reference number)
  export [same as list]     all leads as CSV, on standard output
  release ID                let a quarantined lead be delivered
  retry ID                  deliver an undelivered or abandoned lead now
  erase E-MAIL              delete all leads of an e-mail address, and the conversations they come from`

const options = {
  state: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  language: { type: 'string' },
  limit: { type: 'string' },
} as const

// Prisma takes 32 bits, and a query one more than its limit.
const allLeads = 2 ** 31 - 2

const commands: Record<string, (argument: string, options: Record<string, string | undefined>) => Promise<string>> = {
  list: async (_, values) => {
    const leads = await readLeads(values, Number(values.limit ?? 100))
    return [...leads.map(line), quarantineLine(await countQuarantined())].join('\n')
  },
  export: async (_, values) => leadsCsv(await readLeads(values, allLeads)).trimEnd(),
  show: async (id) => JSON.stringify(leadJson(await oneLead(id)), null, 2),
  release: async (id) => ((await releaseLead((await oneLead(id)).id)) ? 'Released.' : 'This lead is not quarantined.'),
  retry: async (id) => {
    const lead = await oneLead(id)
    if (await retryLead(lead.id)) return 'Due now.'
    return lead.quarantine ? 'This lead is quarantined: release it.' : 'There is nothing to deliver.'
  },
  erase: async (email) => {
    for (const session of await findChatSessions(email)) await eraseSession(session)
    return `${await eraseByEmail(email)} deleted.`
  },
}

/** Runs one command on the site's database. Resolves to what it has to say; rejects with a sentence, or the usage. */
export async function runCommand(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [name = '', argument = ''] = positionals
  const command = commands[name]
  const needsArgument = !['list', 'export'].includes(name)
  if (!command || (needsArgument && !argument)) throw new Error(usage)
  return command(argument, values)
}

async function readLeads(values: Record<string, string | undefined>, max: number): Promise<StoredLead[]> {
  // The schema limits a page of the API to 500.
  const query = leadQuerySchema.parse({ ...values, limit: Math.min(max, 500) })
  return (await listLeads({ ...query, limit: max })).slice(0, max)
}

async function oneLead(id: string): Promise<StoredLead> {
  const lead = await findLead(id)
  if (!lead) throw new Error(`No lead has the id or reference ${id}.`)
  return lead
}

function line(lead: StoredLead): string {
  const { reference, received_at, source, company, name, email, phone, quarantine, spam_score, ...rest } =
    leadJson(lead)
  const state = quarantine
    ? `quarantined: ${quarantine} (spam score ${spam_score})`
    : salesChannels.map((channel) => `${channel} ${progress(rest[channel])}`).join(', ')
  const who = source === 'chat' ? `chat (${[email, phone].filter(Boolean).join(', ')})` : `${company} (${name})`
  return [reference, received_at, who, state].join('  ')
}

function quarantineLine(count: number): string {
  if (count === 0) return 'No lead is quarantined.'
  const leads = count === 1 ? '1 lead is' : `${count} leads are`
  return `${leads} quarantined: see \`npm run leads -- list --state quarantined\`.`
}

function progress(channel: ReturnType<typeof leadJson>['mail']): string {
  if (channel.delivered_at) return 'delivered'
  if (channel.abandoned_at) return `abandoned (${channel.last_error})`
  if (channel.next_at) return channel.attempts > 0 ? `waiting (${channel.last_error})` : 'waiting'
  return 'off'
}
