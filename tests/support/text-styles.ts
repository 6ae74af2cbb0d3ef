/**
 * Encodes a text in the styles in which editors and git for Windows save files.
 */
export const textStyles = {
  LF: (text: string) => Buffer.from(text),
  CRLF: (text: string) => Buffer.from(text.replaceAll('\n', '\r\n')),
  'a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'CRLF and a byte order mark': (text: string) =>
    Buffer.from(`\uFEFF${text}`.replaceAll('\n', '\r\n')),
} satisfies Record<string, (text: string) => Buffer>

export const styleNames = Object.keys(textStyles) as (keyof typeof textStyles)[]
