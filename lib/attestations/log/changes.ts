import type { ReportEvent } from '../events'
import { type ReportRow, reportDefinitions, reportFields } from '../fields'
import { canonicalJson } from './canonical'

type ReportChange = ReportRow & { id: string; createdAt: Date }
type EventChange = ReportEvent & { attestationId: string }

/** A change to the list of reports that belongs in the log, after the one that it builds on. */
export type Change = { id: string; after: string | null; at: Date; content: object }

/** A report that was added, or that replaced another. Fields without a value are left out, so that a new one changes no
 * payload of before it. */
export function additionOf(report: ReportChange): Change {
  const fields = reportFields.map((field) => [field, report[reportDefinitions[field].column] ?? undefined])
  const { id, replacesId, createdAt } = report
  const kind = replacesId === null ? 'added' : 'replaced'
  return { id, after: replacesId, at: createdAt, content: { kind, report: { id, ...Object.fromEntries(fields) } } }
}

/** A withdrawal or restoration. */
export function eventChange({ attestationId, sequence, kind, at, reason }: EventChange): Change {
  const content = { kind, report: { id: attestationId }, reason: reason ?? undefined }
  const after = sequence > 1 ? eventId(attestationId, sequence - 1) : attestationId
  return { id: eventId(attestationId, sequence), after, at, content }
}

/** What an event is called in the log. */
export function eventId(attestationId: string, sequence: number): string {
  return `${attestationId}/${sequence}`
}

/** The payload of the entry with this number: what its hash is made of. */
export function payloadOf({ at, content }: Pick<Change, 'at' | 'content'>, sequence: number): string {
  return canonicalJson({ ...content, at: at.toISOString(), sequence })
}

/** By time, but none before the change that it builds on, whatever the clock said. */
export function inOrder(changes: Change[]): Change[] {
  const sorted = [...changes].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const pending = new Set(sorted.map(({ id }) => id))
  const followers = new Map<string, Change[]>()
  const ordered: Change[] = []
  for (const change of sorted) {
    const { after } = change
    if (after !== null && pending.has(after)) followers.set(after, [...(followers.get(after) ?? []), change])
    else addWithFollowers(change)
  }
  return ordered

  function addWithFollowers(first: Change) {
    const stack = [first]
    for (let next = stack.pop(); next; next = stack.pop()) {
      ordered.push(next)
      pending.delete(next.id)
      stack.push(...(followers.get(next.id) ?? []).toReversed())
      followers.delete(next.id)
    }
  }
}
