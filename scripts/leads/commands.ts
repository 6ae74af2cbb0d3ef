import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { eraseSession } from '@/lib/chatbot/store'
import { release, retry } from '@/lib/console/leads/actions'
import { findChatSessions } from '@/lib/leads/chat-store'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { eraseByEmail } from '@/lib/leads/erase-store'
import { recordRead } from '@/lib/leads/event-store'
import { leadJson, leadsCsv } from '@/lib/leads/json'
import { countQuarantined, findLead, readLeads, type StoredLead } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'

const usage = `npm run leads -- COMMAND
  list [--q WORDS] [--state undelivered|delivered|abandoned|quarantined] [--status new|handled] [--owner NAME]
       [--since DATE] [--until DATE] [--language en] [--limit 100]
  show ID                   one lead, whole (an id or a reference number)
  export [same as list]     all leads as CSV, on standard output
  release ID                let a quarantined lead be delivered
  retry ID                  deliver an undelivered or abandoned lead now
  erase E-MAIL              delete all leads of an e-mail address, and the conversations they come from`

const options = {
  q: { type: 'string' },
  status: { type: 'string' },
  owner: { type: 'string' },
  state: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  language: { type: 'string' },
  limit: { type: 'string' },
} as const

const commands: Record<string, (argument: string, options: Record<string, string | undefined>) => Promise<string>> = {
  list: async (_, values) => {
    const leads = await readUpTo(values, Number(values.limit ?? 100))
    return [...leads.map(line), quarantineLine(await countQuarantined())].join('\n')
  },
  export: async (_, values) => leadsCsv(await readUpTo(values, Number.POSITIVE_INFINITY)).trimEnd(),
  show: async (id) => {
    const lead = await oneLead(id)
    await recordRead(lead.id, operator())
    return JSON.stringify(leadJson(lead), null, 2)
  },
  release: async (id) =>
    (await release(await oneLead(id), operator())) ? 'Released.' : 'This lead is not quarantined.',
  retry: async (id) => {
    const lead = await oneLead(id)
    if (await retry(lead, operator())) return 'Due now.'
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

async function readUpTo(values: Record<string, string | undefined>, max: number): Promise<StoredLead[]> {
  const { limit: _, ...filters } = values
  const leads: StoredLead[] = []
  for await (const page of readLeads(leadQuerySchema.parse(filters))) {
    leads.push(...page.slice(0, max - leads.length))
    if (leads.length >= max) break
  }
  return leads
}

// A lead's history names who did it: here whoever runs the command.
function operator(): string {
  try {
    return userInfo().username
  } catch {
    return 'command line'
  }
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
  const who =
    source === 'chat' ? `chat (${[name, company, email, phone].filter(Boolean).join(', ')})` : `${company} (${name})`
  const work = [rest.status === 'handled' && 'handled', rest.owner && `owner ${rest.owner}`]
  return [reference, received_at, who, state, ...work].filter(Boolean).join('  ')
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
