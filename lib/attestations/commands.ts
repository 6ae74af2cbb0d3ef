import { downloadNameOf, fingerprintInAddress } from './files/address'

/** The commands that print a file's SHA-256. People paste them: the name is put in only where it is harmless. */
export function checkCommands(fileUrl?: string): { unix: string; windows: string } {
  const name = fileUrl && nameOf(fileUrl)
  const file = name && /^\w[\w.-]{0,99}$/.test(name) ? name : 'FILE'
  return { unix: `shasum -a 256 ${file}`, windows: `Get-FileHash -Algorithm SHA256 ${file}` }
}

// As it is called once it is downloaded.
function nameOf(fileUrl: string): string | undefined {
  const kept = fingerprintInAddress(fileUrl)
  return kept ? downloadNameOf(kept) : new URL(fileUrl).pathname.split('/').at(-1)
}
