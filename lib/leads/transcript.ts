export type Turn = { role: 'user' | 'assistant'; content: string; sentAt: Date }

const maxTranscriptCharacters = 20_000

// Of a longer one the beginning, which says what it is about, and the newest part are kept.
const keptFromStart = 5_000
const omission = '\n\n[…]\n\n'

/** Turns as plain text, oldest first: `[2026-11-21T09:30:00.000Z] user: …`, with a blank line between two. */
function transcriptOf(turns: Turn[]): string {
  return turns.map(lineOf).join('\n\n')
}

/** A transcript with more turns at its end, shortened in its middle to `maxTranscriptCharacters`. */
export function appendTurns(transcript: string, turns: Turn[]): string {
  const whole = [transcript, transcriptOf(turns)].filter(Boolean).join('\n\n')
  if (whole.length <= maxTranscriptCharacters) return whole
  const keptFromEnd = maxTranscriptCharacters - keptFromStart - omission.length
  return (whole.slice(0, keptFromStart) + omission + whole.slice(-keptFromEnd)).toWellFormed()
}

function lineOf({ role, content, sentAt }: Turn): string {
  return `[${sentAt.toISOString()}] ${role}: ${content}`
}
