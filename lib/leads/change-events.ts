// Describes changes to leads for their history.
import { keysOf } from '@/lib/text'
import { correctableFields, type EditableLead } from './editable-lead'
import type { LeadEvent } from './history-store'

type HandlingChanges = Pick<
  Partial<EditableLead>,
  'stage' | 'owner' | 'remindOn'
>

export function handlingEvents(
  { stage, owner, remindOn }: HandlingChanges,
  operator: string,
): LeadEvent[] {
  const values = { staged: stage, assigned: owner, reminded: remindOn }
  return keysOf(values).flatMap((kind): LeadEvent[] => {
    const detail = values[kind]
    return detail === undefined ? [] : [{ kind, operator, detail }]
  })
}

export function correctionEvents(
  lead: Pick<EditableLead, (typeof correctableFields)[number]>,
  changes: Partial<EditableLead>,
  operator: string,
): LeadEvent[] {
  return correctableFields.flatMap((field): LeadEvent[] => {
    const detail = changes[field]
    return detail === undefined
      ? []
      : [{ kind: 'corrected', operator, field, former: lead[field], detail }]
  })
}
