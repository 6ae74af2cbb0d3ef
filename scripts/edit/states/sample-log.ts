import { createPrivateKey, sign } from 'node:crypto'
import { chainHash, firstHash, type LogEntry, signedText } from '@/lib/attestations/log/chain'
import type { LogJson } from '@/lib/attestations/log/json'
import { keysOfLog } from '@/lib/attestations/log/signatures'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'

type Payload = { kind?: string; report?: object; key?: object }

/** A log of reports whose entries say this, each chained to the one before it. */
export function makeLog(payloads: Payload[]): LogJson {
  const entries: LogEntry[] = []
  for (const [index, content] of payloads.entries()) {
    const sequence = index + 1
    const previous_hash = entries.at(-1)?.hash ?? firstHash
    const payload = JSON.stringify({ sequence, ...content })
    const hash = chainHash(previous_hash, payload)
    entries.push({ sequence, payload, previous_hash, hash, ...unsigned, ...signatureOf(content, { sequence, hash }) })
  }
  const { sequence, hash } = entries.at(-1) ?? { sequence: 0, hash: firstHash }
  return { head: { sequence, hash, ...unsigned }, keys: keysOfLog({ entries }), entries }
}

const unsigned = { key_id: null, signature: null }

const pems = new Map<object, string>()

/** The entry of a new key, which signs itself. */
export function newKey(): Payload {
  const { pem, ...key } = makeSigningKey()
  pems.set(key, pem)
  return { kind: 'key', key }
}

function signatureOf({ key }: Payload, signed: { sequence: number; hash: string }) {
  const pem = key && pems.get(key)
  if (!pem || !('id' in key)) return {}
  const signature = sign(null, Buffer.from(signedText('entry', signed)), createPrivateKey(pem))
  return { key_id: String(key.id), signature: signature.toString('base64') }
}

/** The same log with its first entry changed afterwards. */
export function withBreak(log: LogJson): LogJson {
  return { ...log, entries: log.entries.map((entry, index) => (index === 0 ? { ...entry, hash: firstHash } : entry)) }
}

/** The same log with a signature of its end that nobody made. */
export function withWrongSignature(log: LogJson): LogJson {
  return { ...log, head: { ...log.head, key_id: 'unknown', signature: 'AAAA' } }
}
