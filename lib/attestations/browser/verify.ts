import type { Verify } from '../log/signatures'

/** Verifies with WebCrypto; undefined where the browser has none, as without https, or no Ed25519. */
export async function verifyInBrowser(): Promise<Verify | undefined> {
  const { subtle } = crypto
  if (!subtle) return undefined
  try {
    // An older browser knows no such key.
    await subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch {
    return undefined
  }
  return async (publicKey, text, signature) => {
    try {
      const key = await subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])
      return await subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    } catch {
      return false
    }
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
