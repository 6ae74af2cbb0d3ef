import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 2 ** 30
const ofRun = /^site-tests-(\d+)-/

/**
 * Creates the folders for everything that a test run writes outside the
 * project, and removes them when this process exits. Removes the folders of
 * killed runs right away. Returns environment variables that name the folders.
 */
export function makeRunFolders(): Record<string, string> {
  const scratch = makeRunFolder(hasRoom() ? memory : tmpdir())
  const temporary = makeRunFolder(tmpdir())
  process.on('exit', () => {
    remove(scratch)
    remove(temporary)
  })
  // Includes TEMP, the name on Windows.
  return { TEST_SCRATCH: scratch, TMPDIR: temporary, TEMP: temporary }
}

/**
 * Creates a folder for test databases, in memory if there is enough room,
 * because each commit waits for a disk.
 */
export function makeScratchFolder(prefix: string): string {
  return mkdtempSync(join(scratchParent(), prefix))
}

/** Returns the parent of the folders that `makeScratchFolder` creates. */
export function scratchParent(): string {
  return hasRoom() ? (process.env.TEST_SCRATCH ?? memory) : tmpdir()
}

function makeRunFolder(parent: string): string {
  const left = readdirSync(parent).filter((name) => {
    const pid = ofRun.exec(name)?.[1]
    return pid !== undefined && !isRunning(Number(pid))
  })
  for (const name of left) remove(join(parent, name))
  const folder = mkdtempSync(join(parent, `site-tests-${process.pid}-`))
  // Lets every user write to the folder, as to its parent, because some tests
  // start programs as another user.
  chmodSync(folder, 0o1777)
  return folder
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Ignores a folder in which a program that is still ending may be writing.
    // The next run removes the rest.
  }
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes
}
