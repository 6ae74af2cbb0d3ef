/** How far sales have come with a lead, in the order of a sale. */
export const leadStages = [
  'new',
  'contacted',
  'qualified',
  'won',
  'lost',
] as const

export type LeadStage = (typeof leadStages)[number]

/** The stages that end the work on a lead. */
const closedStages = ['won', 'lost'] satisfies LeadStage[]

type Stored = { status: string; stage: string }

/**
 * Returns the columns that store a stage. The previous version reads only
 * `status`, so `stage` is ignored unless the lead is handled.
 *
 *     status   stage      means
 *     new      any        new
 *     handled  qualified  qualified
 */
export function stageColumns(stage: LeadStage): Stored {
  return stage === 'new'
    ? { status: 'new', stage: 'contacted' }
    : { status: 'handled', stage }
}

export function stageOf({ status, stage }: Stored): LeadStage {
  if (status === 'new') return 'new'
  return leadStages.find((known) => known === stage) ?? 'contacted'
}

export function isLeadOpen(lead: Stored): boolean {
  return !closedStages.some((closed) => closed === stageOf(lead))
}

/** Selects leads of a stage, or those that sales still work on. */
export function whereStage(stage: LeadStage | 'open') {
  if (stage === 'open')
    return { NOT: { status: 'handled', stage: { in: closedStages } } }
  return stage === 'new' ? { status: 'new' } : stageColumns(stage)
}
