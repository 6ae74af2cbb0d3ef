import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce } from '../commands.mjs'
import { readStamp } from '../stamps.mjs'
import { buildsFolder } from './folder.mjs'

const file = join(buildsFolder, 'lock')
const lookAgainMs = 200

/** Runs `task` while no other build of this checkout runs. */
export async function withBuildLock(task) {
  await takeLock()
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await task()
  } finally {
    release()
    process.off('exit', release)
  }
}

async function takeLock() {
  mkdirSync(buildsFolder, { recursive: true })
  for (let waiting = false; !isTaken(); waiting = true) {
    if (!waiting) announce('Waiting for another build of this checkout.')
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

// The lock of a process that was killed is nobody's.
function isTaken() {
  if (!isAlive(Number(readStamp(file) || process.ppid))) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's.
    return error.code === 'EPERM'
  }
}
