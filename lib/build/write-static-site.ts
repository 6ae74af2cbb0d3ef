import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { lookup } from 'mrmime'
import { compress } from '@/lib/compress'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { isLocale } from '@/lib/i18n/routing'
import { speculationHeader } from '@/lib/speculation-rules'
import {
  type Build,
  type BuiltFile,
  builtFiles,
  errorPolicyOf,
  policyOf,
  type Secured,
} from './secure-pages'
import {
  type StaticSite,
  staticSiteFolder,
  staticSiteIndex,
} from './static-index'

const compressible =
  /^(text\/|application\/(json|manifest\+json|speculationrules\+json|xml)|image\/svg\+xml)/

// The pages that are left out, because visitors never open them at their own
// addresses. lib/server and Next send them as error responses.
const errorPages = ['/404', '/500', '/_global-error']

export async function writeStaticSite(
  { distDir, outputs }: Build,
  { pages, data, styles }: Secured,
) {
  const folder = join(distDir, staticSiteFolder)
  rmSync(folder, { recursive: true, force: true })
  const errorPolicy = errorPolicyOf(pages)
  const site: StaticSite = { pages: {}, files: {}, styles, errorPolicy }
  const all = [
    ...builtFiles(outputs),
    ...data,
    ...publicFiles(join(distDir, '../public')),
  ]
  const served = all.filter(({ address }) => !errorPages.includes(address))
  const write = async ({ address, from, type }: BuiltFile) => {
    const kind = isLocale(address.split('/')[1]) ? 'pages' : 'files'
    const name = from.endsWith('.html') ? `${address}.html` : address
    const mediaType = type ?? mediaTypeOf(address)
    const isCompressed = compressible.test(mediaType)
    const file = join(kind, name)
    await writeContents(join(folder, file), readFileSync(from), isCompressed)
    const policy = pages.has(address) ? policyOf([address], pages) : undefined
    const headers = headersOf(address, mediaType, policy)
    site[kind][address] = { file, isCompressed, headers }
  }
  await Promise.all(served.map(write))
  writeFileSync(join(folder, staticSiteIndex), JSON.stringify(site))
}

function publicFiles(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((from) => ({
      address: `/${relative(folder, from).replaceAll('\\', '/')}`,
      from,
    }))
}

function mediaTypeOf(address: string): string {
  const type = address.endsWith('.ico')
    ? 'image/vnd.microsoft.icon'
    : (lookup(address) ?? 'application/octet-stream')
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

async function writeContents(
  file: string,
  bytes: Buffer,
  isCompressed: boolean,
) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  if (!isCompressed) return
  const { br, gzip } = await compress(bytes)
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gzip)
}

function headersOf(
  address: string,
  type: string,
  policy?: string,
): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': policy ? cachePolicies.page : cachePolicyOf(address, 200),
    ...(policy && { 'Content-Security-Policy': policy, ...speculationHeader }),
    // Lets other sites embed share images in link previews.
    ...(address.startsWith('/share/') && {
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  }
}
