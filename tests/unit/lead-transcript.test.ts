import { describe, expect, it } from 'vitest'
import { writeTranscript } from '@/lib/leads/transcript'

describe('the transcript of a conversation', () => {
  const sentAt = new Date('2026-11-21T19:30:00Z')
  const turn = (role: 'user' | 'assistant', content: string) => ({
    role,
    content,
    sentAt,
  })

  it('has the speaker and the office time before each message', async () => {
    const transcript = await writeTranscript([
      turn('user', 'Hello'),
      turn('assistant', '**Fees** are at [us](/contact)'),
    ])

    const [heading, ...turns] = transcript.split('\n\n')
    expect(heading).toContain('November 21, 2026')
    expect(turns).toEqual([
      'Visitor, 2:30 PM EST: Hello',
      'Assistant, 2:30 PM EST: Fees are at us',
    ])
  })

  it('is cut in the middle beyond 20,000 characters', async () => {
    const transcript = await writeTranscript([
      turn('user', `first ${'x'.repeat(25_000)} last`),
    ])

    expect(transcript).toHaveLength(20_000)
    expect(transcript.slice(0, 5000)).toContain('first')
    expect(transcript).toContain('\n\n[…]\n\n')
    expect(transcript.endsWith('last')).toBe(true)
  })

  it('is empty if there are no messages', async () => {
    expect(await writeTranscript([])).toBe('')
  })
})
