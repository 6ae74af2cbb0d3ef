import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  type Encoding,
  encodings,
  mediaTypeOf,
  type StaticSite,
  staticSiteFolder,
  staticSiteIndex,
} from '@/lib/build/static-index'
import { isLocale } from '@/lib/i18n/routing'
import { type Build, type BuiltFile, builtFiles } from './next-build'
import { policyOf, type Secured } from './secure-pages'

const compressible = /^(text\/|application\/(json|manifest\+json|speculationrules\+json|xml)|image\/svg\+xml)/

export async function writeStaticSite({ distDir, outputs }: Build, { pages, data, styles }: Secured): Promise<void> {
  const folder = join(distDir, staticSiteFolder)
  rmSync(folder, { recursive: true, force: true })
  const site: StaticSite = { pages: {}, files: {}, styles }
  await Promise.all(
    [...builtFiles(outputs), ...data, ...publicFiles(join(distDir, '../public'))]
      .filter(hasAddress)
      .map(async ({ address, from, type = mediaTypeOf(address) }) => {
        const kind = isLocale(address.split('/')[1]) ? 'pages' : 'files'
        const file = join(kind, from.endsWith('.html') ? `${address}.html` : address)
        site[kind][address] = {
          file,
          type,
          encodings: await writeEncodings(join(folder, file), readFileSync(from), compressible.test(type)),
          ...(pages.has(address) && { policy: policyOf([address], pages) }),
        }
      }),
  )
  writeFileSync(join(folder, staticSiteIndex), JSON.stringify(site))
}

function hasAddress({ address }: BuiltFile): boolean {
  return !['/404', '/500', '/_global-error'].includes(address)
}

function publicFiles(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((from) => ({ address: `/${relative(folder, from).replaceAll('\\', '/')}`, from }))
}

async function writeEncodings(file: string, bytes: Buffer, compress: boolean): Promise<Encoding[]> {
  writeContent(file, bytes)
  if (!compress) return []
  const smaller = await Promise.all(
    (Object.keys(encodings) as Encoding[]).map(async (encoding) => {
      const encoded = await compressors[encoding](bytes)
      if (encoded.length >= bytes.length) return []
      writeContent(`${file}.${encodings[encoding]}`, encoded)
      return [encoding]
    }),
  )
  return smaller.flat()
}

function writeContent(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}
