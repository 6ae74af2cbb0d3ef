/**
 * The commands that print the SHA-256 of a downloaded file. Its name is put in only where a shell takes it for
 * nothing but a name: people will paste this.
 */
export function checkCommands(fileUrl?: string): { unix: string; windows: string } {
  const name = fileUrl && new URL(fileUrl).pathname.split('/').at(-1)
  const file = name && /^\w[\w.-]{0,99}$/.test(name) ? name : 'FILE'
  return { unix: `shasum -a 256 ${file}`, windows: `Get-FileHash -Algorithm SHA256 ${file}` }
}
