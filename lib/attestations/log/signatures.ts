import { type Log, readPayload, signedText } from './chain'

/** Whether an Ed25519 key (SPKI in base64) made the signature (base64) of a text. */
export type Verify = (publicKey: string, text: string, signature: string) => Promise<boolean>

type SignatureFindings = {
  /** How many entries are signed, and by a key of the log. */
  signed: number
  /** The first entry whose signature is wrong, or the one after the last where that of the head is. */
  wrong?: number
  /** The entry of a key that only signed itself though there were keys before it. */
  unvouched?: number
}

/** Checks every signature with the keys that the log itself introduces: a key's entry comes before what it signs. */
export async function inspectSignatures({ head, entries }: Log, verify: Verify): Promise<SignatureFindings> {
  const keys = new Map<string, string>()
  const isWrong = async (what: 'entry' | 'head', { key_id, signature, ...signed }: Log['head'], own?: string) => {
    const key = keys.get(key_id ?? '') ?? own
    return !key || !signature || !(await verify(key, signedText(what, signed), signature))
  }
  let signed = 0
  let unvouched: number | undefined
  for (const entry of entries) {
    const { kind, key } = readPayload(entry)
    const introduced = kind === 'key' ? key : undefined
    const own = introduced && introduced.id === entry.key_id ? introduced.public_key : undefined
    const isSigned = entry.signature !== null
    if ((isSigned || introduced) && (await isWrong('entry', entry, own))) {
      return { signed, unvouched, wrong: entry.sequence }
    }
    if (isSigned) signed++
    if (!introduced) continue
    if (keys.has(introduced.id)) return { signed, unvouched, wrong: entry.sequence }
    if (own && keys.size > 0) unvouched ??= entry.sequence
    keys.set(introduced.id, introduced.public_key)
  }
  if (head.signature !== null && (await isWrong('head', head))) return { signed, unvouched, wrong: entries.length + 1 }
  return { signed, unvouched }
}

export type PublishedKey = { id: string; public_key: string; entry: number; vouched_by: string | null }

/** The keys that the log introduces, oldest first, each with the older one that signed its entry. */
export function keysOfLog({ entries }: Pick<Log, 'entries'>): PublishedKey[] {
  return entries.flatMap((entry) => {
    const { kind, key } = readPayload(entry)
    if (kind !== 'key' || !key) return []
    const vouched_by = entry.key_id === key.id ? null : entry.key_id
    return [{ id: key.id, public_key: key.public_key, entry: entry.sequence, vouched_by }]
  })
}
