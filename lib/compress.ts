import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encodings<Content> = {
  identity: Content
  br?: Content
  gzip?: Content
}

// The size above which the quality of compression is lower, because the best
// quality takes a quarter of a second for this many bytes.
const maxBytesCompressedBest = 100_000

/**
 * Compresses a file for all encodings that the server offers. `quick` is for a
 * page that someone waits for.
 */
export async function compress(
  identity: Buffer,
  speed: 'quick' | 'thorough' = 'thorough',
): Promise<Required<Encodings<Buffer>>> {
  const quality =
    speed === 'quick' && identity.length > maxBytesCompressedBest
      ? 8
      : constants.BROTLI_MAX_QUALITY
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    }),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { identity, br, gzip: zipped }
}
