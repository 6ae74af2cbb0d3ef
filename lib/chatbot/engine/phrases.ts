export type Phrase = { words: string[]; labels: Set<string> }

export type PhraseTable = Map<string, Phrase[]>

/** Makes a table from `label: "phrase, phrase, …"`. */
export function compilePhrases(groups: Record<string, string>, toWords: (phrase: string) => string[]): PhraseTable {
  const table: PhraseTable = new Map()
  for (const [label, list] of Object.entries(groups)) {
    for (const phrase of list.split(',')) addPhrase(table, toWords(phrase), label)
  }
  for (const phrases of table.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return table
}

function addPhrase(table: PhraseTable, words: string[], label: string) {
  const [first] = words
  if (first === undefined) return
  const phrases = table.get(first) ?? []
  table.set(first, phrases)
  const same = phrases.find((phrase) => phrase.words.join(' ') === words.join(' '))
  if (same) same.labels.add(label)
  else phrases.push({ words, labels: new Set([label]) })
}

export function phraseAt(table: PhraseTable, words: string[], start: number) {
  return table.get(words[start] ?? '')?.find((phrase) => phrase.words.every((word, at) => words[start + at] === word))
}
