/**
 * Returns a text's numbers in a form that all languages share: without
 * thousands separators, with a decimal point, and times in 24-hour form.
 * `1,000` and `1 000` become 1000, `5:00 p.m.` becomes 17.
 */
export function numbersIn(text: string): string[] {
  const plain = text
    .replace(afternoon, (_, hour: string) => String(Number(hour) + 12))
    .replace(/\b0?(\d+):00\b/g, '$1')
    .replace(/(\d)[\s,.](?=\d{3}\b)/g, '$1')
  return [...plain.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) =>
    number.replace(',', '.'),
  )
}

const afternoon = /(?<![:\d])(\d{1,2})(?=(?::\d\d)?\s?p\.m\.)/g
