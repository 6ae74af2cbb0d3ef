// Reads ICU's plurals and selects, so that each of their texts has a field of its own, and writes them back with
// everything around these texts as it stood.
const header = /^\{\s*(\w+)\s*,\s*(plural|selectordinal|select)\s*,(?:\s*offset:\d+)?/
const selector = /^\s*(=\d+|[\w-]+)\s*\{/

/**
 * A message as words with chips, and its choices, each of which has a chip of its own (`{years…}`). Undefined where the
 * message cannot be read.
 * @param {string} message
 * @returns {{ text: string, choices: Choice[] } | undefined}
 * @typedef {{ chip: string, name: string, type: string, pieces: string[], options: { selector: string, text: string }[] }} Choice
 */
export function readMessage(message) {
  const choices = []
  let text = ''
  for (let at = 0; at < message.length; ) {
    const end = endOf(message, at)
    if (end === undefined) return undefined
    const part = message.slice(at, end)
    const choice = message[at] === '{' && header.test(part) ? readChoice(part) : undefined
    if (choice) choices.push({ ...choice, chip: nameChip(choice.name, choices) })
    text += choice ? choices.at(-1).chip : part
    at = end
  }
  return { text, choices }
}

/** The message that `readMessage` took apart. */
export function writeMessage({ text, choices }) {
  return choices.reduce((message, { chip, pieces, options }) => {
    const source = pieces.map((piece, at) => piece + (options[at]?.text ?? '')).join('')
    return message.replace(chip, () => source)
  }, text)
}

// Two choices of one text may ask for the same argument.
function nameChip(name, choices) {
  const same = choices.filter((choice) => choice.name === name).length
  return same === 0 ? `{${name}…}` : `{${name}… ${same + 1}}`
}

function readChoice(source) {
  const [start, name, type] = source.match(header)
  const choice = { name, type, pieces: [], options: [] }
  let at = start.length
  let from = 0
  for (let found = source.slice(at).match(selector); found; found = source.slice(at).match(selector)) {
    const open = at + found[0].length
    const close = endOf(source, open - 1) - 1
    choice.pieces.push(source.slice(from, open))
    choice.options.push({ selector: found[1], text: source.slice(open, close) })
    from = close
    at = close + 1
  }
  choice.pieces.push(source.slice(from))
  return choice
}

/** Where the part that begins here ends: a `{…}` with all that is in it, something quoted, or a single letter. */
function endOf(message, start) {
  if (message[start] === "'") return start + message.slice(start).match(/^(?:''|'[{}<>#|](?:''|[^'])*'?|')/)[0].length
  if (message[start] === '}') return undefined
  if (message[start] !== '{') return start + 1
  for (let at = start + 1; at < message.length; ) {
    if (message[at] === '}') return at + 1
    const end = endOf(message, at)
    if (end === undefined) return undefined
    at = end
  }
  return undefined
}
