// `npm run copy -- preview`: the pages that changed texts are on, before and after, as pictures and as pages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { findBrowser } from '../../browser.mjs'
import { announce } from '../../commands.mjs'
import { copyProject } from '../../project/copy'
import { withTemporarySite } from '../../temporary-site'
import { allChangesSince, isInProject } from '../all-changes'
import { catalogFile } from '../check'
import { type ChangedText, git, sourceAt } from '../diff'
import { brandTextsFile, readSources } from '../sources'
import { previewPage } from './index-page'
import { type PageChanges, placesOfChanges } from './places'
import { fileOf, type Shots, type Side, shootPage } from './shoot'

const folder = '.cache/copy/preview'
const secret = 'only-for-the-preview-0123456789-0123456789'

/** Makes the preview of what has changed since a revision, by default since the main branch; takes a minute or two. */
export async function makePreview(revision = mainBranch()): Promise<string> {
  const base = git('merge-base', revision, 'HEAD')?.trim() ?? revision
  const changes = allChangesSince(base)
  const { pages, elsewhere } = placesOfChanges(changes)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shots = pages.length > 0 ? await shootAll(base, changes, pages) : []
  writeFileSync(join(folder, 'index.html'), previewPage({ base, changes, pages, shots, elsewhere }))
  const failed = shots.filter(({ side, pictures }) => side === 'after' && pictures.length === 0)
  if (failed.length > 0)
    throw new Error(`The site cannot show ${failed.map(({ path }) => path).join(', ')}: see above.`)
  return `Open ${folder}/index.html.`
}

function mainBranch(): string {
  const names = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']
  return names.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined) ?? 'HEAD'
}

// In a copy of the project, whose texts are those of before and then those of now: only they differ.
async function shootAll(base: string, changes: ChangedText[], pages: PageChanges[]): Promise<Shots[]> {
  const copy = copyProject()
  const browser = await chromium.launch({ executablePath: (await findBrowser()) || undefined, args: ['--no-sandbox'] })
  const shots: Shots[] = []
  try {
    announce('Starting the site for the pictures.')
    const environment = { APP_SECRET: secret, PORT: String(await freePort()) }
    const shootSides = async ({ address }: { address: string }) => {
      // The policy of the pages allows no scripts of others; the preview's own would draw over the page.
      const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce', baseURL: address })
      await context.route('**/_preview/*', (route) => route.abort())
      for (const side of ['before', 'after'] as const) {
        writeTexts(copy, side === 'before' ? filesAt(base) : filesNow())
        for (const page of pages) shots.push(...(await shootInAllLanguages(context, page, changes, pages, side)))
      }
    }
    await withTemporarySite('scripts/dev.mjs', environment, shootSides, { cwd: copy })
  } finally {
    await browser.close()
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  return shots
}

async function shootInAllLanguages(
  context: BrowserContext,
  { path, keys }: PageChanges,
  changes: ChangedText[],
  pages: PageChanges[],
  side: Side,
): Promise<Shots[]> {
  const shots: Shots[] = []
  for (const locale of routing.locales) {
    const changed = changes.filter(({ key }) => keys.includes(key)).filter((change) => differsIn(change, locale))
    // A language without a change has one picture.
    if (changed.length === 0 && side === 'before') continue
    announce(`${path} (${locale}), ${side}`)
    const links = new Map(
      pages.map((page) => [localizedPath(locale, page.path), `${fileOf(page.path, locale, side)}.html`]),
    )
    shots.push(await shootPage(context, folder, { path, keys: changed.map(({ key }) => key), locale, side, links }))
  }
  return shots
}

function differsIn({ texts }: ChangedText, locale: string): boolean {
  return texts.some((text) => text.locale === locale && text.before !== text.after)
}

/** By file, as it is to be in the copy; undefined for one that is not there. */
type Files = Record<string, string | undefined>

const files = [catalogFile, brandTextsFile].flatMap((nameOf) => routing.locales.map((locale) => nameOf(locale)))

function filesAt(revision: string): Files {
  return Object.fromEntries(files.map((file) => [file, sourceAt(revision, file)]))
}

function filesNow(): Files {
  const sources = readSources()
  return Object.fromEntries(files.map((file) => [file, sources[file]]))
}

function writeTexts(copy: string, texts: Files) {
  // A brand in another folder is not part of the copy.
  for (const [file, source] of Object.entries(texts).filter(([name]) => isInProject(name))) {
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    if (source === undefined) rmSync(path, { force: true })
    else writeFileSync(path, source)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
