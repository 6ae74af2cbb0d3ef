export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url)
}

export function fileOf(url: string): string {
  return url.replace(/^file:/, '')
}

export function nameOf(url: string): string {
  if (!isPostgresql(url)) return fileOf(url)
  const { host, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`
}
