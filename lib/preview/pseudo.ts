import { literalRanges } from './literals'

const plain = 'aceinouyACEINOUY'
const accented = 'áçéîñöüýÁÇÉÎÑÖÜÝ'
const growth = 0.4

/** A message as no language writes it: accented, 40 % longer and in brackets. Arguments and tags stay as they are. */
export function pseudo(message: string): string {
  let end = 0
  let result = '['
  for (const [from, to] of literalRanges(message)) {
    result += message.slice(end, from) + stretch(message.slice(from, to))
    end = to
  }
  return `${result}${message.slice(end)}]`
}

// Letters are doubled, for it is long words that do not fit.
function stretch(words: string): string {
  let owed = 0
  let result = ''
  for (const character of words) {
    owed += growth
    const letter = accented[plain.indexOf(character)] ?? character
    const times = /\p{L}/u.test(letter) ? 1 + Math.floor(owed) : 1
    owed -= times - 1
    result += letter.repeat(times)
  }
  return result
}
