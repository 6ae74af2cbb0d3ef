import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeText } from '@/lib/text-file.mjs'

/** Throws if there is no such file, or something else in it. */
export function readPrivateKey(file: string): KeyObject {
  const key = createPrivateKey(
    decodeText(readFileSync(/* turbopackIgnore: true */ file)),
  )
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('it is not an Ed25519 key')
  return key
}
