// What each port of this checkout serves and has served: `served/<port>.json`, and a link to its build.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildsFolder,
  listBuilds,
  pointLink,
  readBuild,
  readJson,
  removeBuild,
  servedName,
  writeJson,
} from './folder.mjs'
import { isAlive } from './lock.mjs'

const servedFolder = join(buildsFolder, servedName)
const kept = 3
const forgottenAfterMs = 30 * 24 * 60 * 60 * 1000

/** Relative, for the path of a socket may have about 100 characters. */
export function placesOf(port) {
  const link = join(servedFolder, String(port))
  return { link, history: `${link}.json`, socket: `${link}.sock` }
}

/**
 * What a port has served. `good` are the builds that were healthy, newest first, as `npm run rollback` goes through them;
 * `known` are all whose pages may still be open somewhere, those of a rollback and of a deploy under way too.
 */
export function openHistory(port) {
  const { history: file, link } = placesOf(port)
  const history = { good: [], known: [], ...readJson(file), pid: process.pid }
  const save = () => writeJson(file, history)
  return {
    file,
    /** Before a build is served: the servers of other builds answer for its files from now on. */
    announce(build) {
      history.known = first(kept + 1, [build, ...history.known])
      save()
    },
    /** After it was found healthy. */
    serve(build) {
      history.good = first(kept, [build, ...history.good])
      save()
      pointLink(link, join('..', build))
    },
    previous: () => history.good.slice(1).find(readBuild),
    goBack(build) {
      history.good = history.good.slice(history.good.indexOf(build))
      save()
      pointLink(link, join('..', build))
    },
  }
}

function first(count, builds) {
  return [...new Set(builds)].slice(0, count)
}

/**
 * Deletes builds, but for the newest and those of each port that serves, or has served in the last weeks. Under the lock:
 * a build that is not finished is taken for one that was interrupted.
 */
export function pruneBuilds() {
  const builds = listBuilds()
  const needed = new Set(builds.slice(0, kept))
  for (const { good, known } of histories()) for (const build of [...good, ...known]) needed.add(build)
  for (const build of builds) if (!needed.has(build)) removeBuild(build)
}

function histories() {
  if (!existsSync(servedFolder)) return []
  const files = readdirSync(servedFolder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const file = join(servedFolder, name)
    const history = readJson(file)
    if (history && (isAlive(history.pid) || Date.now() - statSync(file).mtimeMs < forgottenAfterMs)) return [history]
    for (const path of Object.values(placesOf(name.replace('.json', '')))) rmSync(path, { force: true })
    return []
  })
}
