export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url)
}

export function fileOf(url: string): string {
  return url.replace(/^file:/, '')
}

/** Returns a readable name for the database, without user and password. */
export function databaseNameOf(url: string): string {
  const [, host, database, query] =
    /:\/\/(?:.*@)?(.*?)\/([^?]*)(.*)$/.exec(url) ?? []
  if (!isPostgresql(url) || !database) return fileOf(url)
  return `${database} on ${host || new URLSearchParams(query).get('host') || 'this machine'}`
}

const encoded =
  'has special characters: write / ? # % and spaces in user and password as %2F %3F %23 %25 %20, or leave the password out and set PGPASSWORD'

// A host is a name, an IPv4 address, an IPv6 address in brackets, or the
// percent-encoded folder of a Unix socket.
const problems = [
  {
    pattern: /^(?!postgres(ql)?:\/\/|file:(?!:memory:).)/,
    says: 'must be file: and a path, or start with postgresql://',
  },
  {
    pattern: /^file:(\/\/(?!\/)|~|.*\?|.*\s#)/,
    says: 'must be file: and a path, such as file:./data/site.db or file:/srv/site/data/site.db, without "~", parameters or a comment',
  },
  {
    pattern: /^postgres(ql)?:\/\/.*([/?#].*@|\s|%(?![\da-f]{2}))/i,
    says: encoded,
  },
  {
    pattern:
      /^postgres(?!\w*:\/\/(.*@)?(\[[\da-f:.]+\]|[\w.%-]*)(:\d{1,5})?\/[^/?#]+(\?[^#]*)?$)/i,
    says: 'must be postgresql://user:password@host:5432/database',
  },
  {
    pattern:
      /^postgres.*[?&]sslmode=(?!(disable|prefer|require|verify-ca|verify-full)(&|$))/,
    says: 'has an unknown sslmode: use disable, prefer, require, verify-ca or verify-full',
  },
  {
    pattern: /^postgres.*[?&]schema=/,
    says: 'must not name a schema: set the search_path of the role instead',
  },
]

/**
 * Returns what DATABASE_URL must be instead, or undefined if it can be used.
 * Never quotes it, because it contains a password.
 */
export function findAddressProblem(url: string): string | undefined {
  return problems.find(({ pattern }) => pattern.test(url))?.says
}
