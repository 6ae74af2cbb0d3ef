import { within } from '@/lib/within'

const pieceBytes = 128 * 1024
const maxLoadMs = 15_000

// Read in pieces, so that the page stays responsive: crypto.subtle wants the whole file at once, and https.
/** SHA-256 of a file in hexadecimal. Rejects when it cannot be read, or the hash function does not load in 15 s. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const loaded = await within(maxLoadMs, import('@noble/hashes/sha2.js'))
  if (!loaded) throw new Error('the hash function did not load in time')
  const hash = loaded.sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()))
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
