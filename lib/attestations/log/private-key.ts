import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeText } from '@/lib/text-file.mjs'

/** Throws if the file is missing or contains anything but an Ed25519 key. */
export function readPrivateKey(file: string): KeyObject {
  const key = createPrivateKey(
    decodeText(readFileSync(/* turbopackIgnore: true */ file)),
  )
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('it is not an Ed25519 key')
  return key
}
