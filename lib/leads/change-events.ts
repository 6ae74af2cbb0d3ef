// Describes changes to leads for their history.
import { keysOf } from '@/lib/text'
import type { LeadEvent } from './history-store'
import { correctable, type Worksheet } from './worksheet'

type WorksheetChanges = Pick<Partial<Worksheet>, 'stage' | 'owner' | 'remindOn'>

export function worksheetEvents(
  { stage, owner, remindOn }: WorksheetChanges,
  operator: string,
): LeadEvent[] {
  const values = { staged: stage, assigned: owner, reminded: remindOn }
  return keysOf(values).flatMap((kind): LeadEvent[] => {
    const detail = values[kind]
    return detail === undefined ? [] : [{ kind, operator, detail }]
  })
}

export function correctionEvents(
  lead: Pick<Worksheet, (typeof correctable)[number]>,
  changes: Partial<Worksheet>,
  operator: string,
): LeadEvent[] {
  return correctable.flatMap((field): LeadEvent[] => {
    const detail = changes[field]
    return detail === undefined
      ? []
      : [{ kind: 'corrected', operator, field, former: lead[field], detail }]
  })
}
