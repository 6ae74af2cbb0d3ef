// The only file that reads and changes the files that Next writes for itself
// without documenting them. If an upgrade changes one, the build ends with a
// sentence that names the file and the difference. secure-pages.ts changes the
// HTML that Next's adapter lists.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'

const pageManifest = '_client-reference-manifest.js'

const integritySchema = z.record(z.string(), z.string().startsWith('sha'))

const buildSchema = z.looseObject({
  rootMainFiles: z.array(z.string()).min(1),
  rootMainFilesTree: z.record(z.string(), z.array(z.string())),
})

const pageSchema = z.looseObject({
  entryCSSFiles: z.record(
    z.string(),
    z.array(z.looseObject({ content: z.string() })),
  ),
})

/** Returns the integrity of each script and style, by its path in the build. */
export function readIntegrity(distDir: string): Record<string, string> {
  const manifest = 'server/subresource-integrity-manifest.json'
  return readManifest(distDir, manifest, integritySchema)
}

/**
 * Makes Next add integrity to the scripts of all pages. Next adds integrity
 * only to the scripts in one list per page, so this adds the page's own scripts
 * to each list.
 */
export function loadWithIntegrity(distDir: string) {
  const manifest = 'build-manifest.json'
  const build = readManifest(distDir, manifest, buildSchema)
  const lists = readPageManifests(distDir).map(({ page, text }) => {
    const chunks = text.match(/static\/chunks\/[\w.~-]+\.js/g) ?? []
    return [page, [...new Set([...build.rootMainFiles, ...chunks])]]
  })
  const rootMainFilesTree = {
    ...build.rootMainFilesTree,
    ...Object.fromEntries(lists),
  }
  writeFileSync(
    join(distDir, manifest),
    JSON.stringify({ ...build, rootMainFilesTree }),
  )
}

/** Returns the text of the style element in each page. */
export function inlineStyles(distDir: string): string[] {
  return readPageManifests(distDir).map(({ page, text }) => {
    const json = text.slice(text.indexOf('= {') + 2).replace(/;\s*$/, '')
    const { entryCSSFiles } = check(`${page}${pageManifest}`, pageSchema, json)
    // Uses the longest list, because each layout lists its own styles and those
    // of the layouts around it.
    const [all = []] = Object.values(entryCSSFiles).sort(
      (one, other) => other.length - one.length,
    )
    return all.map(({ content }) => content).join('')
  })
}

function readPageManifests(distDir: string): { page: string; text: string }[] {
  const folder = join(distDir, 'server/app')
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith('[locale]/'))
    .filter((file) => file.endsWith(`/page${pageManifest}`))
  if (manifests.length === 0) throw changed(`page${pageManifest}`, 'is missing')
  return manifests.map((file) => ({
    page: `/${file.replace(pageManifest, '')}`,
    text: readFileSync(join(folder, file), 'utf8'),
  }))
}

function readManifest<Schema extends z.ZodType>(
  distDir: string,
  manifest: string,
  schema: Schema,
): z.output<Schema> {
  return check(manifest, schema, readText(join(distDir, manifest)))
}

function check<Schema extends z.ZodType>(
  manifest: string,
  schema: Schema,
  text: string | undefined,
): z.output<Schema> {
  if (text === undefined) throw changed(manifest, 'is missing')
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') || 'the content'
  throw changed(manifest, `${path} is different, ${issue?.message}`)
}

function changed(manifest: string, difference: string): Error {
  return new Error(
    `Next has changed ${manifest}, which lib/build/next-output.ts uses: ${difference}.`,
  )
}
