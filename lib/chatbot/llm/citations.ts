/** A piece of an answer up to its citation, and the ids cited there: none where a paragraph ends without one. */
export type Segment = { said: string; ids: string[] }

// Square brackets, which no address follows: that would be a link.
const citation = String.raw`\s*\[[^[\]]+\](?!\()`
const citations = new RegExp(`((?:${citation})+)`)

/** A citation stands for what precedes it in its paragraph, back to the citation before. */
export function segmentsOf(answer: string): Segment[] {
  return answer.split('\n').flatMap((paragraph) => {
    const segments: Segment[] = []
    const parts = paragraph.split(citations)
    for (let at = 0; at < parts.length; at += 2) {
      const said = (parts[at] ?? '').replace(/^[\s.,;:!?…)»”]+/u, '')
      const ids = parts[at + 1]?.match(/[^\s[\],;]+/g) ?? []
      const last = segments.at(-1)
      if (said || !last) segments.push({ said, ids })
      else last.ids.push(...ids)
    }
    return segments.filter(({ said, ids }) => said || ids.length > 0)
  })
}

export function withoutCitations(answer: string): string {
  return answer
    .replace(new RegExp(citation, 'g'), '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
