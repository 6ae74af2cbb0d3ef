const idBytes = 16

/**
 * 128 random bits as 32 hexadecimal digits. Works on every address: `crypto.randomUUID` exists only in secure contexts
 * (https and localhost, https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID).
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
