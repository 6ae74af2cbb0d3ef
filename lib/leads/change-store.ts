import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { log } from '@/lib/log'
import { recordOf } from '@/lib/text'
import { correctionEvents, handlingEvents, isChangeOf } from './change-events'
import { fieldColumns } from './delivery/delivery-store'
import { correctableFields, type EditableLead } from './editable-lead'
import { eventRow, historyOf } from './history-store'
import {
  isNoteStored,
  type NewNote,
  notesAfter,
  notesOf,
  selectNotes,
} from './note-store'
import { noticesOf } from './notices-store'
import { searchTextOf } from './search-text'
import { stageColumns, stageOf } from './stages'

type Changes = Partial<EditableLead>

/** `previous` has the values that the form showed. */
type LeadChange = { typed?: Changes; previous?: Changes; note?: NewNote }

/**
 * `own_conflict` means that the conflicting change was made by the same
 * operator.
 */
export type Conflict = 'conflict' | 'own_conflict'

const select = {
  id: true,
  receivedAt: true,
  status: true,
  stage: true,
  owner: true,
  remindOn: true,
  quarantine: true,
  ...fieldColumns,
  note: true,
  notes: selectNotes,
  searchText: true,
} satisfies Prisma.LeadSelect

type ReadLead = Prisma.LeadGetPayload<{ select: typeof select }>

const maxTries = 5

/**
 * Saves the values that differ from `previous`, which the operator saw, and
 * adds a note. Returns whether anything changed. Returns a conflict and changes
 * nothing if one of those values has since been changed to something else.
 */
export async function changeLead(
  id: string,
  operator: string,
  { typed = {}, previous = {}, note }: LeadChange,
): Promise<boolean | Conflict> {
  const database = await getDatabase()
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where: { id }, select })
    if (!lead) return false
    const { changes, conflicting } = changesOf(lead, typed, previous)
    if (conflicting.length > 0) return conflictOf(id, conflicting, operator)
    const isNoted = note !== undefined && !isNoteStored(lead, operator, note)
    if (Object.keys(changes).length === 0 && !isNoted) return false
    if (await storeChanges(lead, changes, operator, isNoted ? note : undefined))
      return true
  }
  return 'conflict'
}

function editableFieldsOf(lead: ReadLead): EditableLead {
  const { owner, remindOn } = lead
  const contact = recordOf(correctableFields, (field) => lead[field])
  return { ...contact, stage: stageOf(lead), owner, remindOn }
}

/**
 * Returns what an operator has changed. `previous` has the values that the form
 * showed, so that only these can conflict:
 *
 * - A field that was not shown is changed if its value differs from the stored
 *   one.
 * - A field that was shown is not changed if its value was left as it was.
 * - Otherwise it is changed if its value differs from the stored one, and it
 *   conflicts if the stored value is no longer the one shown.
 */
function changesOf(
  lead: ReadLead,
  typed: Changes,
  previous: Changes,
): { changes: Changes; conflicting: (keyof EditableLead)[] } {
  const stored = editableFieldsOf(lead)
  const names = Object.keys(stored) as (keyof EditableLead)[]
  const wasShown = (name: keyof EditableLead) => previous[name] !== undefined
  const changed = names.filter((name) => {
    const isEdited = !wasShown(name) || typed[name] !== previous[name]
    const differsFromStored =
      typed[name] !== undefined && typed[name] !== stored[name]
    return isEdited && differsFromStored
  })
  return {
    changes: recordOf(changed, (name) => typed[name]) as Changes,
    conflicting: changed.filter(
      (name) => wasShown(name) && previous[name] !== stored[name],
    ),
  }
}

async function conflictOf(
  id: string,
  names: (keyof EditableLead)[],
  operator: string,
): Promise<Conflict> {
  const events = await historyOf(id)
  const isOwn = names.every((name) => {
    const last = events.findLast((event) => isChangeOf(name, event))
    return last?.operator === operator
  })
  return isOwn ? 'own_conflict' : 'conflict'
}

async function storeChanges(
  lead: ReadLead,
  changes: Changes,
  operator: string,
  note: NewNote | undefined,
): Promise<boolean> {
  const { id, status, stage, owner, remindOn, searchText } = lead
  const { stage: newStage, ...values } = changes
  const notes = notesAfter(lead, operator, note)
  const contact = { ...lead, ...values }
  const data = {
    ...values,
    ...(newStage && stageColumns(newStage)),
    ...(note && { note: note.text }),
    // Clears the column, because earlier versions stored a key of the old
    // address there.
    ...(values.email !== undefined && { emailKey: '' }),
    searchText: searchTextOf({
      ...contact,
      notes: [...notesOf(lead), ...notes].map(({ text }) => text),
    }),
  } satisfies Prisma.LeadUpdateManyMutationInput

  const events = [
    ...handlingEvents(changes, operator),
    ...correctionEvents(lead, changes, operator),
  ]

  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    // Compares the search text, because it contains all contact fields and
    // notes and so reveals a change to any of them.
    const { count } = await transaction.lead.updateMany({
      where: { id, status, stage, owner, remindOn, searchText },
      data,
    })
    if (count === 0) return false
    await transaction.leadNote.createMany({
      data: notes.map((note) => ({ ...note, leadId: id })),
    })
    await transaction.leadEvent.createMany({
      data: events.map((event) => eventRow(id, event)),
    })
    await transaction.leadNotice.createMany({
      data: noticesOf(lead, changes, operator),
    })
    return true
  })
}

/** Rebuilds a lead's search text after one of its notes was erased. */
export async function refreshSearchText(id: string, erased: string) {
  const database = await getDatabase()
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where: { id }, select })
    if (!lead) return
    const last = lead.notes.at(-1)?.text ?? ''
    const note = lead.note === erased ? last : lead.note
    const notes = notesOf({ ...lead, note }).map(({ text }) => text)
    const { count } = await database.lead.updateMany({
      where: { id, searchText: lead.searchText },
      data: { note, searchText: searchTextOf({ ...lead, notes }) },
    })
    if (count > 0) return
  }
  log.error(
    { lead: id },
    'a search still finds the words of an erased note: save the lead again',
  )
}
