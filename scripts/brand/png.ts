// Writes PNG files with at most 256 colors, which are a fifth of the size of
// full-color files.
import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const indexed = [8, 3, 0, 0, 0]
const maxColors = 256

/**
 * Encodes pixels of four bytes each: red, green and blue, multiplied by the
 * opacity that follows.
 */
export function encodePng(
  width: number,
  height: number,
  pixels: Uint8Array,
): Buffer {
  const { colors, indexes } = reduceColors(pixels)
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  // Begins each row with the number of its filter, 0 for none.
  const rows = Array.from({ length: height }, (_, row) => [
    Buffer.alloc(1),
    indexes.subarray(row * width, (row + 1) * width),
  ])
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([size, Buffer.from(indexed)])),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => color.slice(0, 3)))),
    chunk('tRNS', Buffer.from(colors.map((color) => color[3] ?? 255))),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  const checksum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

/**
 * Merges similar colors, in steps that grow until few enough are left. The
 * drawings contain only a few colors, and blends of these.
 */
function reduceColors(pixels: Uint8Array) {
  for (let step = 8; ; step *= 2) {
    const colors: number[][] = []
    const known = new Map<number, number>()
    const indexes = Buffer.alloc(pixels.length / 4)
    for (let offset = 0; offset < pixels.length; offset += 4) {
      const color = plainColor(pixels.subarray(offset, offset + 4))
      const key = color.reduce(
        (sum, value) => sum * 256 + Math.round(value / step),
        0,
      )
      const index = known.get(key) ?? colors.push(color) - 1
      known.set(key, index)
      indexes[offset / 4] = index
    }
    if (colors.length <= maxColors) return { colors, indexes }
  }
}

function plainColor(pixel: Uint8Array): number[] {
  const opacity = pixel[3] ?? 255
  if (opacity === 255) return [...pixel]
  const plain = [...pixel.subarray(0, 3)].map((value) =>
    Math.round((value * 255) / (opacity || 1)),
  )
  return [...plain, opacity]
}
