import { hash, randomUUID } from 'node:crypto'
import type { Prisma } from '@/lib/database/generated/client'
import { minuteMs } from '@/lib/durations'

const noteColumns = {
  id: true,
  at: true,
  operator: true,
  text: true,
} satisfies Prisma.LeadNoteSelect

/** The notes of a lead, the oldest first. */
export const selectNotes = {
  orderBy: [{ at: 'asc' }, { id: 'asc' }],
  select: noteColumns,
} satisfies Prisma.Lead$notesArgs

export type Note = Prisma.LeadNoteGetPayload<{ select: typeof noteColumns }>

export type NewNote = { id?: string; text: string }

type Noted = { id: string; receivedAt: Date; note: string; notes: Note[] }

/**
 * Returns the notes of a lead, oldest first. Includes a note that the previous
 * version wrote while both versions were running.
 */
export function notesOf({ id, receivedAt, note, notes }: Noted): Note[] {
  const isListed = note === '' || notes.some(({ text }) => text === note)
  return isListed
    ? notes
    : [{ id, at: receivedAt, operator: null, text: note }, ...notes]
}

// Short, because an operator may note “No answer” after each of two calls in a
// row.
const repeatMs = 10 * minuteMs

/**
 * Whether the lead already has this note. A note without an id counts as stored
 * if the operator has added the same text within the last ten minutes, because
 * going back in the browser and saving again sends the text again.
 */
export function isNoteStored(
  { id, notes }: Noted,
  operator: string,
  note: NewNote,
): boolean {
  if (note.id !== undefined) {
    const noteId = noteIdOf(id, note)
    return notes.some((stored) => stored.id === noteId)
  }
  const since = Date.now() - repeatMs
  return notes.some(
    (stored) =>
      stored.operator === operator &&
      stored.text === note.text &&
      stored.at.getTime() > since,
  )
}

/**
 * Returns the notes to add: the new one and, before it, a note that the
 * previous version of the site wrote to the old column.
 */
export function notesAfter(
  lead: Noted,
  operator: string,
  note: NewNote | undefined,
): Note[] {
  if (!note) return []
  const unlisted = notesOf(lead)
    .filter((written) => !lead.notes.includes(written))
    .map((unlistedNote) => ({ ...unlistedNote, id: randomUUID() }))
  const added = {
    id: noteIdOf(lead.id, note),
    at: new Date(),
    operator,
    text: note.text,
  }
  return [...unlisted, added]
}

/**
 * Derives the id from the lead, because another lead's note may have the same
 * id, and from the text, because a program may reuse an id for another note.
 */
function noteIdOf(
  leadId: string,
  { id = randomUUID(), text }: NewNote,
): string {
  return `${leadId} ${id} ${hash('sha256', text).slice(0, 16)}`
}
