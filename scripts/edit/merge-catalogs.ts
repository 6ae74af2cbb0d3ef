// Merges catalogs text by text, because Git refuses to merge neighboring lines.
// The site shows this folder while it is merged, so Git must never write
// conflict markers there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '@/lib/text'
import { isInProject, readSources } from '../copy/catalogs'
import { askGit, git, gitWith, tryGit } from './git'
import { EditError } from './http'
import {
  isSame,
  mergeValue,
  type ValueOverlap,
  withoutKey,
} from './merge-values'
import { titleOf } from './names'

/**
 * A file that Git cannot merge. `versions` are the objects of the common
 * version, ours and theirs; a side that lacks the file has none.
 */
type Conflict = {
  file: string
  versions: [base?: string, ours?: string, theirs?: string]
}

/** An overlap, and the catalog that it is in. */
export type Overlap = ValueOverlap & { file: string }

/**
 * Merges branches into this one. Returns the texts that both sides changed. For
 * those, our version wins, unless we deleted the text. If other files conflict
 * too, stops and returns undefined.
 */
export async function mergeBranches(
  branches: string[],
): Promise<Overlap[] | undefined> {
  const overlaps: Overlap[] = []
  for (const branch of branches) {
    const both = await mergeBranch(branch)
    if (!both) return undefined
    overlaps.push(...both)
  }
  return overlaps
}

async function mergeBranch(base: string): Promise<Overlap[] | undefined> {
  const merged = await combine('HEAD', base)
  if (!merged) return undefined
  if (!merged.hasConflicts) return mergeByGit(base)
  await commitMerge(base, merged.tree)
  return merged.overlaps
}

/**
 * Moves to another commit, and to `branch` if there is one. Keeps uncommitted
 * changes to `paths`, and combines them with those of the commit like
 * `mergeBranches`.
 */
export async function moveTo(
  target: string,
  paths: string[],
  branch?: string,
): Promise<Overlap[] | undefined> {
  if (!branch && (await isAncestor(target, 'HEAD'))) return []
  if (!branch && !(await isAncestor('HEAD', target))) return undefined
  const add = ['-c', 'core.safecrlf=false', 'add', '--', ...paths]
  const ours = await commitTree(await writeTree('HEAD', {}, ...add))
  const theirs = await commitTree(`${target}^{tree}`)
  const merged = await combine(ours, theirs)
  if (!merged) return undefined
  await git(...add)
  const { code } = await tryGit(['read-tree', '-m', '-u', ours, merged.tree])
  if (code !== 0)
    throw new EditError(
      409,
      'Other changes in this folder prevent this. Ask a developer.',
    )
  if (branch) await git('symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  await git('reset', '--quiet', target)
  return merged.overlaps
}

async function isAncestor(commit: string, of: string): Promise<boolean> {
  const { code } = await tryGit(['merge-base', '--is-ancestor', commit, of])
  return code === 0
}

/** Makes a commit after the current one that no branch contains. */
function commitTree(tree: string): Promise<string> {
  const author = ['-c', 'user.name=Editor', '-c', 'user.email=editor@localhost']
  return git(...author, 'commit-tree', tree, '-p', 'HEAD', '-m', 'Texts')
}

/**
 * Merges two commits without touching the folder. Returns undefined if files
 * other than catalogs conflict.
 */
async function combine(first: string, second: string) {
  const { tree, conflicts } = await findConflicts(first, second)
  const isCatalog = ({ file }: Conflict) =>
    /(^|\/)messages\/[^/]+\.json$/.test(file)
  if (!conflicts.every(isCatalog)) return undefined
  const overlaps: Overlap[] = []
  const merged: Catalogs = new Map()
  for (const { file, versions } of conflicts) {
    const [common, ours, theirs] = versions
    const catalog = mergeValue(
      await readVersion(file, common),
      await readVersion(file, ours),
      await readVersion(file, theirs),
      (overlap) => overlaps.push({ file, ...overlap }),
    )
    merged.set(file, Object(catalog))
  }
  for (const overlap of overlaps) {
    const { ours, theirs } = overlap
    if (ours === undefined) await restoreEntry(overlap, second, tree, merged)
    if (theirs === undefined) await restoreEntry(overlap, first, tree, merged)
  }
  return {
    tree: await writeCatalogs(tree, merged),
    overlaps,
    hasConflicts: conflicts.length > 0,
  }
}

/** The merged catalogs by their files. */
type Catalogs = Map<string, object>

/**
 * Restores an entry that one side deleted and the other changed, in the other
 * languages, too, because Git has deleted it there without a conflict. `source`
 * is the commit that still has the entry.
 */
async function restoreEntry(
  { file, key }: Overlap,
  source: string,
  tree: string,
  merged: Catalogs,
) {
  const folder = `${dirname(file)}/`
  const listed = await git('ls-tree', '--name-only', tree, folder)
  for (const other of listed.split('\n')) {
    const catalog = merged.get(other) ?? (await readPublished(tree, other))
    const before = await readPublished(source, other)
    const restored = mergeValue(
      withoutKey(before, key),
      catalog,
      before,
      () => undefined,
    )
    if (!isSame(restored, catalog)) merged.set(other, Object(restored))
  }
}

/** Writes catalogs into a tree. Returns the new tree. */
async function writeCatalogs(
  tree: string,
  catalogs: Catalogs,
): Promise<string> {
  const entries: string[] = []
  for (const [file, catalog] of catalogs) {
    const input = `${JSON.stringify(catalog, null, 2)}\n`
    const id = await gitWith({ input }, 'hash-object', '-w', '--stdin')
    entries.push(`100644 ${id} 0\t${file}\n`)
  }
  const update = ['update-index', '--index-info']
  return writeTree(tree, { input: entries.join('') }, ...update)
}

/** Lets Git merge. If it fails, aborts the merge and returns undefined. */
async function mergeByGit(base: string): Promise<[] | undefined> {
  const { code } = await tryGit(['merge', '--no-edit', '--quiet', base])
  if (code === 0) return []
  await tryGit(['merge', '--abort'])
  return undefined
}

/**
 * Returns the titles of texts on disk that someone else has changed and
 * published.
 */
export async function findTextsOfOthers(branches: string[]): Promise<string[]> {
  const keys = await Promise.all(branches.map(keysOfOthers))
  return [...new Set(keys.flat())].map(titleOf)
}

async function keysOfOthers(base: string): Promise<string[]> {
  const common = await askGit('merge-base', 'HEAD', base)
  if (!common || common === (await askGit('rev-parse', base))) return []
  const keys: string[] = []
  for (const [file, text] of Object.entries(readSources())) {
    if (!isInProject(file)) continue
    const [before, published] = [
      await readPublished(common, file),
      await readPublished(base, file),
    ]
    mergeValue(before, parseJson(text), published, ({ key }) => keys.push(key))
  }
  return keys
}

async function readPublished(commit: string, file: string) {
  const { stdout } = await tryGit(['cat-file', 'blob', `${commit}:./${file}`])
  return Object(parseJson(stdout))
}

// https://git-scm.com/docs/api-error-handling
const usageError = 129

async function findConflicts(first: string, second: string) {
  const options = ['--write-tree', '-z', '--no-messages']
  const merge = ['merge-tree', ...options, first, second]
  const { code, stdout } = await tryGit(merge)
  // Refuses Git before 2.38, which does not know the options.
  if (code === usageError)
    throw new EditError(
      409,
      'Git on this computer is too old to combine texts. Install version 2.38 or newer from https://git-scm.com and try again.',
    )
  const [tree = '', ...stages] = stdout.split('\0').filter(Boolean)
  const conflicts = new Map<string, Conflict>()
  for (const stage of stages) {
    const [about = '', file = ''] = stage.split('\t')
    const [, id, number] = about.split(' ')
    const conflict = conflicts.get(file) ?? { file, versions: [] }
    conflict.versions[Number(number) - 1] = id
    conflicts.set(file, conflict)
  }
  return { tree, conflicts: [...conflicts.values()] }
}

async function readVersion(file: string, id?: string): Promise<object> {
  if (!id) return {}
  const catalog = parseJson(await git('cat-file', 'blob', id))
  if (!isRecord(catalog)) throw new Error(`${file} is not valid JSON.`)
  return catalog
}

/** Changes a tree with a Git command and a separate index. */
async function writeTree(
  tree: string,
  options: { input?: string },
  ...command: string[]
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'edit-merge-'))
  const environment = { GIT_INDEX_FILE: join(folder, 'index') }
  try {
    await gitWith({ environment }, 'read-tree', tree)
    await gitWith({ environment, ...options }, ...command)
    return await gitWith({ environment }, 'write-tree')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Commits a merge whose result is known, with hooks and signatures. */
async function commitMerge(base: string, tree: string) {
  try {
    await git('merge', '--quiet', '--no-commit', '--strategy=ours', base)
    await git('read-tree', '-m', '-u', 'HEAD', tree)
    await git('commit', '--quiet', '--no-edit')
  } catch (error) {
    await tryGit(['merge', '--abort'])
    throw error
  }
}
