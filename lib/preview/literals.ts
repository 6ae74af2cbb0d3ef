import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** Where the words of a message stand, in their order: all that is not inside `{}` or `<>`. Throws on invalid ones. */
export function literalRanges(message: string): [from: number, to: number][] {
  return rangesIn(parse(message, { captureLocation: true }))
}

function rangesIn(elements: MessageFormatElement[]): [number, number][] {
  return elements.flatMap((element): [number, number][] => {
    if (element.type === TYPE.literal && element.location) {
      return [[element.location.start.offset, element.location.end.offset]]
    }
    if (element.type === TYPE.tag) return rangesIn(element.children)
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return Object.values(element.options).flatMap(({ value }) => rangesIn(value))
    }
    return []
  })
}
