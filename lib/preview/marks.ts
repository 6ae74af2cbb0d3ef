// Unicode's tag characters, which encode ASCII, because they are invisible and
// no line breaks at them.
const tags = 0xe0000
const end = String.fromCodePoint(0xe007f)

const marks = /[\u{E0020}-\u{E007E}]+(?=\u{E007F})/gu

export function mark(key: string): string {
  return (
    String.fromCodePoint(
      ...[...key].map((letter) => tags + letter.charCodeAt(0)),
    ) + end
  )
}

export function keysIn(text: string): string[] {
  return (text.match(marks) ?? []).map((found) =>
    String.fromCodePoint(
      ...[...found].map((letter) => (letter.codePointAt(0) ?? tags) - tags),
    ),
  )
}
