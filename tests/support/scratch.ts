import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 2 ** 30

/**
 * Creates a folder for test databases, in memory if there is enough room,
 * because each commit waits for a disk.
 */
export function makeScratchFolder(prefix: string): string {
  return mkdtempSync(join(scratchPlace(), prefix))
}

/** Returns the parent folder of such folders. */
export function scratchPlace(): string {
  return hasRoom() ? memory : tmpdir()
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes
}
