import {
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import type { LogEntry } from '../response-schema'
import { signedText } from './hash-chain'
import { readPrivateKey } from './private-key'

export type PublicKey = { id: string; public_key: string }

export type SigningKey = PublicKey & {
  sign: (
    what: 'entry' | 'head',
    signed: Pick<LogEntry, 'sequence' | 'hash'>,
  ) => Pick<LogEntry, 'key_id' | 'signature'>
}

export function readSigningKey(file: string): SigningKey {
  const key = readPrivateKey(file)
  const publicKey = publicKeyOf(key)
  return {
    ...publicKey,
    sign: (what, signed) => ({
      key_id: publicKey.id,
      signature: sign(
        null,
        Buffer.from(signedText(what, signed)),
        key,
      ).toString('base64'),
    }),
  }
}

/**
 * Returns the configured key, or undefined if there is none. A key that cannot
 * be read is logged and treated as none, so that nothing is signed.
 */
export function currentSigningKey(): SigningKey | undefined {
  const file = env.ATTESTATIONS_SIGNING_KEY
  if (!file) return undefined
  try {
    return readSigningKey(file)
  } catch (error) {
    log.error(
      { error: (error as Error).message },
      'the report log’s signing key cannot be used',
    )
    return undefined
  }
}

export function makeSigningKey(): PublicKey & { pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    ...publicKeyOf(privateKey),
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

function publicKeyOf(key: KeyObject): PublicKey {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    id: hash('sha256', bytes).slice(0, 16),
    public_key: bytes.toString('base64'),
  }
}
