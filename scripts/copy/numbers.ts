// The numbers in a text, written alike in every language.

/**
 * Returns the numbers without separators of thousands, with a point before
 * decimals, and as hours of 24: `1,000` and `1 000` are 1000, `5:00 p.m.` is 17.
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
