// Describes changes to leads for their history.
import { keysOf } from '@/lib/text'
import { correctableFields, type EditableLead } from './editable-lead'
import type { LeadEvent } from './history-store'

const handlingKinds = {
  stage: 'staged',
  owner: 'assigned',
  remindOn: 'reminded',
} as const

type HandlingChanges = Pick<Partial<EditableLead>, keyof typeof handlingKinds>

export function handlingEvents(
  changes: HandlingChanges,
  operator: string,
): LeadEvent[] {
  return keysOf(handlingKinds).flatMap((name): LeadEvent[] => {
    const detail = changes[name]
    return detail === undefined
      ? []
      : [{ kind: handlingKinds[name], operator, detail }]
  })
}

/** Whether an event records a change of that value. */
export function isChangeOf(
  name: keyof EditableLead,
  { kind, field }: { kind: string; field: string | null },
): boolean {
  const kinds: Partial<Record<string, string>> = handlingKinds
  return kind === 'corrected' ? field === name : kind === kinds[name]
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
