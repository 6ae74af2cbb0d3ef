import { spawnSync } from 'node:child_process'
import { makeScratchFolder } from './scratch'

const mounted: string[] = []

/**
 * Mounts a small disk until `unmountDisks` is called, and returns its folder.
 * Skips the test if this user may not mount one.
 */
export function mountSmallDisk(
  skip: (condition: boolean, note: string) => void,
  size = '100k',
): string {
  const disk = makeScratchFolder('small-disk-')
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]
  const { status } = spawnSync('mount', options)
  skip(status !== 0, 'mounting a small disk needs the right to do so')
  mounted.push(disk)
  return disk
}

/** Unmounts every small disk, even one that a process still uses. */
export function unmountDisks() {
  for (const disk of mounted.splice(0)) spawnSync('umount', ['--lazy', disk])
}
