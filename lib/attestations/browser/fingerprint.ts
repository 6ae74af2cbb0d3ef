import { within } from '@/lib/browser/within'

const pieceBytes = 128 * 1024
const maxLoadMs = 15_000

/**
 * SHA-256 of a file in hexadecimal, computed in the browser: nothing is sent. The file is read piece by piece, each
 * a few milliseconds' work, so that the page answers in between and a large file needs no more memory than a small
 * one. (The browser's own crypto.subtle wants the whole file at once and exists only over https.) Rejects when the
 * file cannot be read, or what computes it does not load within 15 s.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const loaded = await within(maxLoadMs, import('@noble/hashes/sha2.js'))
  if (!loaded) throw new Error('the hash function did not load in time')
  const hash = loaded.sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()))
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
