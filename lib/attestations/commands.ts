/** The commands that print a file's SHA-256. People paste them: the name is put in only where it is harmless. */
export function checkCommands(fileUrl?: string): { unix: string; windows: string } {
  const name = fileUrl && new URL(fileUrl).pathname.split('/').at(-1)
  const file = name && /^\w[\w.-]{0,99}$/.test(name) ? name : 'FILE'
  return { unix: `shasum -a 256 ${file}`, windows: `Get-FileHash -Algorithm SHA256 ${file}` }
}
