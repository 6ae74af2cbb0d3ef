// PostgreSQL's programs for tests and for `npm run db:diff`: installed, else of Debian's packages unpacked into the cache.
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unpackWithNeeds } from '../debian.mjs'

const unpacked = '.cache/debian/postgresql'

// For compiling queries, for tools around it, and for a certificate: a cluster of tests does without.
const left =
  /^(libllvm|libz3|perl|libperl|libgdbm|libjson-perl|libc-l10n|locales|ucf|netbase|ssl-cert|postgresql-client|postgresql-common)/

/** The folder above `usr/lib/postgresql` ('/' where it is installed); undefined where it is not on this machine. */
export function locatePostgresql() {
  return ['/', resolve(unpacked)].find((root) => binariesIn(root) !== undefined)
}

/** The same, fetched when it is not here; undefined where it cannot be had. */
export async function findPostgresql() {
  const here = locatePostgresql()
  if (here) return here
  const root = await unpackWithNeeds('postgresql', (name) => !left.test(name))
  return root && binariesIn(root) ? root : undefined
}

/** The folder with `initdb` and `postgres` of the newest version below a root. */
export function binariesIn(root) {
  const versions = join(root, 'usr/lib/postgresql')
  if (!existsSync(versions)) return undefined
  const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
  const folders = newestFirst.map((version) => join(versions, version, 'bin'))
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}
