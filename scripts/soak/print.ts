import { median } from '../bench/results'
import type { Accounts } from './accounts'
import type { Hour, SentLead } from './ledger'

/** One row an hour: what came, how it was answered, and what became of its leads. */
export function rowsOf(hours: Hour[], leads: SentLead[], { stored, mailed, posted }: Accounts) {
  return hours.map(({ hour, visitors, requests, answers, memory, handles, incidents }) => {
    const own = leads.filter((lead) => lead.hour === hour)
    const rows = own.flatMap((lead) => stored.get(lead) ?? [])
    return {
      hour,
      visitors,
      ...Object.fromEntries(kinds.map((kind) => [kind, requests[kind] ?? 0])),
      ...Object.fromEntries(groups.map((group) => [group, answers[group] ?? 0])),
      acknowledged: own.filter(({ fate }) => fate === 'acknowledged').length,
      stored: rows.length,
      quarantined: rows.filter(({ quarantine }) => quarantine).length,
      mailed: rows.filter(({ id }) => mailed.has(id)).length,
      posted: rows.filter(({ id }) => posted.has(id)).length,
      'memory (MiB)': median(memory) || '',
      handles: median(handles) || '',
      incident: incidents.join(', '),
    }
  })
}

const kinds = ['page', 'file', 'reports', 'lead', 'form', 'chat', 'end', 'upload', 'list'] as const
const groups = ['2xx', '3xx', '4xx', '5xx', 'broken']

/** The rows as a table in Markdown, which a terminal shows as well. */
export function tableOf(rows: Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(3, ...lines.map((line) => line[index]?.length ?? 0)))
  const print = (line: string[]) => `| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = lines
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...body.map(print)].join('\n')
}
