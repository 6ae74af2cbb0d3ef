// A build is a folder named by the hash of its inputs. The file that is written last says that it is whole.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export const buildsFolder = '.builds'

/** Beside the builds: what serves them (served.mjs). */
export const servedName = 'served'

const markFile = 'build.json'

export function folderOf(build) {
  return join(buildsFolder, build)
}

/** What a finished build was made with, `{ settings }`; undefined for one that is not there or not finished. */
export function readBuild(build) {
  return readJson(join(folderOf(build), markFile))
}

export function markFinished(build, about) {
  writeJson(join(folderOf(build), markFile), about)
}

/** Makes a build the newest, which is kept. */
export function touchBuild(build) {
  utimesSync(join(folderOf(build), markFile), new Date(), new Date())
}

/** Before its files go, so that nobody takes half of it for a build. */
export function removeBuild(build) {
  rmSync(join(folderOf(build), markFile), { force: true })
  rmSync(folderOf(build), { recursive: true, force: true })
}

/** All builds: the newest first, and at the end those that were never finished. */
export function listBuilds() {
  const entries = readdirSync(buildsFolder, { withFileTypes: true })
  const builds = entries.filter((entry) => entry.isDirectory() && entry.name !== servedName).map(({ name }) => name)
  return builds.sort((a, b) => finishedAt(b) - finishedAt(a))
}

function finishedAt(build) {
  return statSync(join(folderOf(build), markFile), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A link is replaced in one step: there is always one. */
export function pointLink(link, target) {
  mkdirSync(dirname(link), { recursive: true })
  const made = `${link}.${process.pid}`
  rmSync(made, { force: true })
  symlinkSync(target, made)
  renameSync(made, link)
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** In one step, for others read it meanwhile. */
export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}
