import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs `work` on a small mounted disk; skips the test if this user may not
 * mount one.
 */
export async function withFullDisk(
  skip: (condition: boolean, note: string) => void,
  folder: string,
  work: (disk: string) => Promise<unknown>,
  size = '100k',
): Promise<void> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
      .status === 0
  skip(!isMounted, 'mounting a small disk needs the right to do so')
  try {
    await work(disk)
  } finally {
    spawnSync('umount', [disk])
  }
}
