/** A text in one line, with a mark in place of each e-mail address, web address and long number. */
export function withoutIdentity(text: string): string {
  return text
    .replace(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gi, '…')
    .replace(/\+?\d[\d\s()./-]{6,}\d/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}
