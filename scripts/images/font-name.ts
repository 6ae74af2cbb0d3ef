const platforms = { windows: 3 }
const names = { family: 1, typographicFamily: 16 }

/** The family that a TrueType or OpenType file says it belongs to; undefined where it does not say. */
export function fontFamilyOf(font: Buffer): string | undefined {
  const table = tableOffset(font, 'name')
  if (table === undefined) return undefined
  const texts = table + font.readUInt16BE(table + 4)
  const found = new Map<number, string>()
  for (let i = 0; i < font.readUInt16BE(table + 2); i++) {
    const record = table + 6 + 12 * i
    const start = texts + font.readUInt16BE(record + 10)
    const bytes = Buffer.from(font.subarray(start, start + font.readUInt16BE(record + 8)))
    // UTF-16, big-endian.
    if (font.readUInt16BE(record) === platforms.windows)
      found.set(font.readUInt16BE(record + 6), bytes.swap16().toString('utf16le'))
  }
  return found.get(names.typographicFamily) ?? found.get(names.family)
}

function tableOffset(font: Buffer, tag: string): number | undefined {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const record = records.find((at) => font.toString('latin1', at, at + 4) === tag)
  return record === undefined ? undefined : font.readUInt32BE(record + 8)
}
