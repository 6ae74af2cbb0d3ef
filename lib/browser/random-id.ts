const idBytes = 16

/** 32 hexadecimal digits. Works without https, where `crypto.randomUUID` does not exist (MDN, "Secure contexts"). */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
