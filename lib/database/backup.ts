import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { CopyFailed, copyDatabase, type RowCounts, syncFile } from './copy'

const dayMs = 24 * 60 * 60 * 1000

type Options = {
  /** The database file, and where its backups are; without a folder, in `backups` beside it. */
  file: string
  folder?: string | undefined
  /** How many backups are kept at most, and for how many days. */
  keep: number
  keepDays: number
  now?: Date
  busyTimeoutMs?: number
}

export type Backup = { file: string; bytes: number; counts: RowCounts; deleted: string[] }

/** Writes a checked backup, then deletes those that are beyond `keep` or `keepDays`. Throws CopyFailed. */
export async function backUp({
  file,
  folder,
  keep,
  keepDays,
  now = new Date(),
  busyTimeoutMs,
}: Options): Promise<Backup> {
  if (!existsSync(file)) throw new CopyFailed(`There is no database at ${file}.`)
  // A folder that somebody named may be a disk that is not there now: it is not made.
  const place = folder ?? makeFolder(join(dirname(file), 'backups'))
  const target = join(place, backupName(file, now))
  const draft = `${target}${draftEnding}`
  const counts = await copyDatabase(file, draft, busyTimeoutMs)
  renameSync(draft, target)
  syncFile(place)
  const deleted = deleteOld(file, place, { keep, keepDays, now, newest: basename(target) })
  return { file: target, bytes: statSync(target).size, counts, deleted }
}

const draftEnding = '.partial'

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (cause) {
    throw new CopyFailed(`The folder ${folder} cannot be made: give this user write access to ${dirname(folder)}.`, {
      cause,
    })
  }
}

// ISO 8601 in its basic form, as not every file system takes colons.
function backupName(file: string, time: Date): string {
  return `${nameOf(file)}-${time.toISOString().replace(/[-:]/g, '')}.db`
}

function nameOf(file: string): string {
  return basename(file, extname(file))
}

/** The names of a database's backups in a folder, newest first. */
function listBackups(file: string, folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => timeOf(file, name) !== undefined)
    .sort()
    .reverse()
}

/** When a backup of this database was made, from its name; undefined for any other file. */
function timeOf(file: string, name: string): Date | undefined {
  const prefix = `${nameOf(file)}-`
  if (!name.startsWith(prefix)) return undefined
  const time = name.slice(prefix.length).match(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)\.db$/)
  if (!time) return undefined
  const [, year, month, day, hours, minutes, seconds] = time
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}`)
}

type Retention = { keep: number; keepDays: number; now: Date; newest: string }

function deleteOld(file: string, folder: string, { keep, keepDays, now, newest }: Retention): string[] {
  const oldest = now.getTime() - keepDays * dayMs
  const old = listBackups(file, folder).filter((name, index) => {
    // The one that was just checked stays, even where the clock was set back and others seem newer.
    if (name === newest) return false
    return index >= keep || Number(timeOf(file, name)) < oldest
  })
  for (const name of [...old, ...abandonedDrafts(file, folder, now)]) rmSync(join(folder, name), { force: true })
  return old
}

// What a backup left that was killed. One that is under way is younger.
function abandonedDrafts(file: string, folder: string, now: Date): string[] {
  return readdirSync(folder).filter((name) => {
    const [backup = '', ending] = name.split(draftEnding)
    const time = ending === '' || ending === '-journal' ? timeOf(file, backup) : undefined
    return time !== undefined && now.getTime() - time.getTime() > dayMs
  })
}
