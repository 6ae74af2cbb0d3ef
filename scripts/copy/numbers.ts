/**
 * Returns a text's numbers in a form that all languages share: without
 * thousands separators, with a decimal point, and times in 24-hour form.
 * `1,000` and `1 000` become 1000, `5:00 p.m.` becomes 17. The minutes of
 * `9:30` and `9 h 30` count as a separate number.
 */
export function numbersIn(text: string): string[] {
  const plain = text
    .replace(/(?<=\d)\s?h\s?(?=\d\d\b)/g, ':')
    .replace(twelveHours, (_, hour: string, half: string) =>
      String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)),
    )
    .replace(/\b0?(\d+):00\b/g, '$1')
    .replace(/\b0(?=\d:\d\d\b)/g, '')
    .replace(/(\d)[\s,.](?=\d{3}\b)/g, '$1')
  return [...plain.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) =>
    number.replace(',', '.'),
  )
}

const twelveHours =
  /(?<![:\d])(\d{1,2})(?=(?::\d\d)?\s?([ap])(?:\.\s?m\.|m\b))/gi
