import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 2 ** 30

/** A new folder for the databases of tests: in memory where there is plenty, as each commit waits for a disk. */
export function makeScratchFolder(prefix: string): string {
  return mkdtempSync(join(scratchPlace(), prefix))
}

/** Where such folders are made. */
export function scratchPlace(): string {
  return hasRoom() ? memory : tmpdir()
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes
}
