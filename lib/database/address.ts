/** Whether an address of a database names PostgreSQL; any other is SQLite's, `file:` and a path. */
export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url)
}

/** The path of a SQLite database, from its `file:` address. */
export function fileOf(url: string): string {
  return url.replace(/^file:/, '')
}

/** A database as messages name it: the path, or name and host without user and password. */
export function nameOf(url: string): string {
  if (!isPostgresql(url)) return fileOf(url)
  const { host, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`
}
