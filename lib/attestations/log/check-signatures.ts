import { type Log, readPayload, signedText } from './hash-chain'

type SignatureFindings = { signed: number; wrong?: number; unvouched?: number }

/**
 * Checks every signature against the keys that the log itself introduces. A
 * key's entry precedes everything that the key signs.
 */
export async function checkSignatures({
  head,
  entries,
}: Log): Promise<SignatureFindings> {
  const keys = new Map<string, string>()
  const isSigned = async (
    what: 'entry' | 'head',
    { key_id, signature, ...signed }: Log['head'],
  ) => {
    const key = keys.get(key_id ?? '')
    return (
      key &&
      signature &&
      (await verify(key, signedText(what, signed), signature))
    )
  }
  let signed = 0
  let unvouched: number | undefined
  for (const entry of entries) {
    const { key } = readPayload(entry)
    const wrong = { signed, unvouched, wrong: entry.sequence }
    if (key) {
      if (keys.has(key.id)) return wrong
      if (keys.size > 0 && key.id === entry.key_id) unvouched ??= entry.sequence
      keys.set(key.id, key.public_key)
    }
    if (entry.signature === null && !key) continue
    if (!(await isSigned('entry', entry))) return wrong
    signed++
  }
  if (head.signature !== null && !(await isSigned('head', head))) {
    return { signed, unvouched, wrong: entries.length + 1 }
  }
  return { signed, unvouched }
}

/**
 * Returns false on pages without https, which have no WebCrypto, and in older
 * browsers, which do not support Ed25519.
 */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}

/**
 * Whether an Ed25519 key (SPKI in base64) made the signature (base64) of a
 * text.
 */
async function verify(
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey(
      'spki',
      bytesOf(publicKey),
      'Ed25519',
      false,
      ['verify'],
    )
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      bytesOf(signature),
      new TextEncoder().encode(text),
    )
  } catch {
    return false
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
