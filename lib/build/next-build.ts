import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NextAdapter } from 'next'
import { hashSource, integrityOf } from '@/lib/security/inspect-page'

export type Build = Pick<Parameters<NonNullable<NextAdapter['onBuildComplete']>>[0], 'distDir' | 'outputs'>

export type BuiltFile = { address: string; from: string; type?: string }

export function builtFiles({ prerenders, staticFiles }: Build['outputs']): BuiltFile[] {
  const prerendered = prerenders.flatMap(({ pathname: address, fallback }): BuiltFile[] => {
    const from = fallback && 'filePath' in fallback ? fallback.filePath : undefined
    if (!from || !/\.(html|body)$/.test(from)) return []
    const type = fallback?.initialHeaders?.['content-type']
    return [{ address, from, ...(typeof type === 'string' && { type }) }]
  })
  return [...prerendered, ...staticFiles.map(({ pathname, filePath }) => ({ address: pathname, from: filePath }))]
}

// Chromium then compiles all functions of a script in the background while it loads; otherwise each one on the main
// thread when it is first called (v8.dev/blog/explicit-compile-hints). The name of a script depends on its content:
// changing this line needs another `outputHashSalt` in next.config.mjs.
const compileHint = Buffer.from('//# allFunctionsCalledOnLoad\n')

export function compileEarly(distDir: string): void {
  const scripts = readJsonFile<BuildManifest>(join(distDir, 'build-manifest.json')).rootMainFiles
  const renewed = new Map(
    scripts.map((script) => {
      const file = join(distDir, script)
      const content = readFileSync(file)
      const hinted = Buffer.concat([compileHint, content])
      writeFileSync(file, hinted)
      return [integrityOf(content), integrityOf(hinted)]
    }),
  )
  const entries = readdirSync(join(distDir, 'server'), { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile() && /\.(html|js|json|rsc)$/.test(each.name))) {
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(/sha256-[\w+/]{43}=/g, (value) => renewed.get(value) ?? value)
    if (changed !== text) writeFileSync(file, changed)
  }
}

type PageManifest = { entryCSSFiles: Record<string, { content: string }[]> }

export function inlineStyles(distDir: string): string[] {
  const sources = readPageManifests(distDir).map(({ text }) => {
    const { entryCSSFiles }: PageManifest = JSON.parse(text.slice(text.indexOf('= {') + 2).replace(/;\s*$/, ''))
    const [all = []] = Object.values(entryCSSFiles).sort((a, b) => b.length - a.length)
    return hashSource(all.map(({ content }) => content).join(''))
  })
  return [...new Set(sources)]
}

type BuildManifest = { rootMainFiles: string[]; rootMainFilesTree: Record<string, string[]> }

/** Next gives integrity to the scripts of one list only: it gets the scripts of all pages. */
export function loadWithIntegrity(distDir: string): void {
  rewriteJson<BuildManifest>(join(distDir, 'build-manifest.json'), (manifest) => {
    const lists = readPageManifests(distDir).map(({ page, text }) => {
      const chunks = [...text.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(([file]) => file)
      return [page, [...new Set([...manifest.rootMainFiles, ...chunks])]]
    })
    return { ...manifest, rootMainFilesTree: { ...manifest.rootMainFilesTree, ...Object.fromEntries(lists) } }
  })
}

function readPageManifests(distDir: string): { page: string; text: string }[] {
  const folder = join(distDir, 'server/app')
  const ending = '_client-reference-manifest.js'
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith('[locale]/') && file.endsWith(`/page${ending}`))
    .map((file) => ({ page: `/${file.replace(ending, '')}`, text: readFileSync(join(folder, file), 'utf8') }))
}

export function rewriteJson<T>(file: string, change: (content: T) => T): void {
  writeFileSync(file, JSON.stringify(change(readJsonFile<T>(file))))
}

export function readJsonFile<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
