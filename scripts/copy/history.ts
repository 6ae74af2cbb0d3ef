// The committed versions of text files, read from Git.
import { spawnSync } from 'node:child_process'
import { decodeText } from '@/lib/text-file.mjs'
import { childEnvironment } from '../settings'

/** A commit that changed one of the files, with the files as it left them. */
export type Version = {
  commit: string
  date: string
  /** The nearest ancestors of the commit that also changed one of the files. */
  parents: string[]
  texts: (string | undefined)[]
}

const versionsPerBatch = 50

/**
 * `--first-parent` follows merges as one change, because that is when texts
 * became public. `--topo-order` also yields the versions of merged branches,
 * each before its parents.
 */
type Order = '--first-parent' | '--topo-order'

/**
 * Yields the versions of files in a folder, newest first. Yields none without
 * Git or a repository.
 */
export function* versionsOf(
  folder: string,
  files: string[],
  order: Order,
): Generator<Version> {
  const format = ['--parents', '--format=%H %cs %P']
  const log = ['log', order, ...format, '--', ...files]
  const commits = lines(ask(folder, log))
  for (let index = 0; index < commits.length; index += versionsPerBatch)
    yield* readVersions(
      folder,
      files,
      commits.slice(index, index + versionsPerBatch),
    )
}

/** Whether the clone lacks older commits. */
export function isShallow(folder: string): boolean {
  const output = ask(folder, ['rev-parse', '--is-shallow-repository'])
  return output?.toString().trim() !== 'false'
}

export function headCommit(folder: string): string | undefined {
  return lines(ask(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']))[0]
}

/**
 * Returns the committed texts of files in this folder; undefined for new files.
 */
export function readCommitted(files: string[]): (string | undefined)[] {
  return readObjects('.', ['HEAD'], files)
}

function* readVersions(
  folder: string,
  files: string[],
  commits: string[],
): Generator<Version> {
  const named = commits.map((line) => line.split(' '))
  const blobs = readObjects(
    folder,
    named.map(([commit = '']) => commit),
    files,
  )
  for (const [index, [commit = '', date = '', ...parents]] of named.entries()) {
    const texts = blobs.slice(index * files.length, (index + 1) * files.length)
    yield { commit, date, parents, texts }
  }
}

function readObjects(folder: string, commits: string[], files: string[]) {
  const names = commits.flatMap((commit) =>
    files.map((file) => `${commit}:./${file}`),
  )
  return readBlobs(ask(folder, ['cat-file', '--batch'], names.join('\n')))
}

/**
 * Splits the output of `git cat-file --batch`: a line with type and size before
 * each content, or a line that ends in “missing”.
 */
function readBlobs(output: Buffer = Buffer.alloc(0)): (string | undefined)[] {
  const blobs: (string | undefined)[] = []
  let offset = 0
  while (offset < output.length) {
    const start = output.indexOf('\n', offset) + 1
    const size = Number(
      / blob (\d+)\n$/.exec(output.toString('utf8', offset, start))?.[1],
    )
    blobs.push(
      Number.isNaN(size)
        ? undefined
        : decodeText(output.subarray(start, start + size)),
    )
    offset = Number.isNaN(size) ? start : start + size + 1
  }
  return blobs
}

function lines(output: Buffer | undefined): string[] {
  return output?.toString().split('\n').filter(Boolean) ?? []
}

function ask(
  folder: string,
  args: string[],
  input?: string,
): Buffer | undefined {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    input,
    env: childEnvironment({ LC_ALL: 'C', GIT_INDEX_FILE: undefined }),
    maxBuffer: 2 ** 30,
    windowsHide: true,
  })
  return status === 0 ? stdout : undefined
}
