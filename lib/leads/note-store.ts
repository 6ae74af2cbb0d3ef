import type { Prisma } from '@/lib/database/generated/client'

const noteColumns = {
  id: true,
  at: true,
  operator: true,
  text: true,
} satisfies Prisma.LeadNoteSelect

/** Selects the notes of a lead, the oldest first. */
export const selectNotes = {
  orderBy: [{ at: 'asc' }, { id: 'asc' }],
  select: noteColumns,
} satisfies Prisma.Lead$notesArgs

export type Note = Prisma.LeadNoteGetPayload<{ select: typeof noteColumns }>

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
