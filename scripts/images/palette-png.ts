import { crc32, deflateSync } from 'node:zlib'

type Colour = [red: number, green: number, blue: number]
type Picture = { width: number; height: number; pixels: Uint8Array }

const maxColours = 256

/** The shades between a paper and each of its inks (CSS #rrggbb), of which a print on that paper consists. */
export function printPalette(paper: string, inks: readonly string[]): Colour[] {
  const steps = Math.floor((maxColours - 1) / inks.length)
  const shades = inks.flatMap((ink) =>
    Array.from({ length: steps }, (_, i) => mix(parse(paper), parse(ink), (i + 1) / steps)),
  )
  return [parse(paper), ...shades]
}

/**
 * An RGBA picture as a PNG file in the nearest of up to 256 colours: a third of the bytes of full colour, and some
 * messengers show no preview above 600 kB (w3.org/TR/png-3).
 */
export function encodePalettePng({ width, height, pixels }: Picture, palette: readonly Colour[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8) // bits a pixel; a palette
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(indexRows({ width, height, pixels }, palette), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Each row begins with the number of its filter: 0, none.
function indexRows({ width, height, pixels }: Picture, palette: readonly Colour[]): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  const known = new Map<number, number>()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const colour: Colour = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
      const key = (colour[0] << 16) | (colour[1] << 8) | colour[2]
      const index = known.get(key) ?? nearest(colour, palette)
      known.set(key, index)
      rows[y * (width + 1) + 1 + x] = index
    }
  }
  return rows
}

function nearest(colour: Colour, palette: readonly Colour[]): number {
  const distances = palette.map((other) => Math.hypot(...other.map((value, i) => value - (colour[i] ?? 0))))
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

function parse(colour: string): Colour {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share)) as Colour
}
