import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** The site's serif in the weights that images use, as OpenType: the renderer reads no WOFF. */
export function loadFonts(): Buffer[] {
  const folder = 'node_modules/@fontsource/bodoni-moda/files'
  return [500, 600].flatMap((weight) =>
    ['latin', 'latin-ext'].map((subset) =>
      unpackWoff(readFileSync(`${folder}/bodoni-moda-${subset}-${weight}-normal.woff`)),
    ),
  )
}

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** A WOFF file as the OpenType file it was made from (w3.org/TR/WOFF: a table directory, and tables packed by zlib). */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(sfntHeader + sfntEntry * count)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts: Buffer[] = [directory]
  let end = directory.length
  for (let i = 0; i < count; i++) {
    const { tag, checksum, table } = readTable(woff, woffHeader + woffEntry * i)
    const entry = sfntHeader + sfntEntry * i
    tag.copy(directory, entry)
    directory.writeUInt32BE(checksum, entry + 4)
    directory.writeUInt32BE(end, entry + 8)
    directory.writeUInt32BE(table.length, entry + 12)
    const padding = Buffer.alloc(-table.length & 3)
    parts.push(table, padding)
    end += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, entry: number) {
  const offset = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const packed = woff.subarray(offset, offset + packedLength)
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    // A table that would not have become smaller stands as it is.
    table: packedLength < woff.readUInt32BE(entry + 12) ? inflateSync(packed) : packed,
  }
}
