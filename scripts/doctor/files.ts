import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainNode } from '../setup.mjs'
import { error, type Finding, ok, warning } from './finding'

const byOthers = 0o077

export function checkNode(version = process.versions.node): Finding {
  const sentence = explainNode(version)
  return sentence ? error('Node', sentence, 'Install a newer Node.') : ok('Node', version)
}

/** Whether others on this machine may read the settings or the leads. `database` is the path of its file, if it has one. */
export function checkPermissions(settings: string, database: string | undefined): Finding[] {
  return [checkSettings(settings), ...(database === undefined ? [] : [checkData(database)])]
}

function checkSettings(file: string): Finding {
  const about = 'File of settings'
  if (!existsSync(file)) return warning(about, `there is no ${file}.`, '`npm start` writes one with fresh secrets.')
  if (!isOpen(file)) return ok(about, `only its owner reads ${file}.`)
  return error(about, `others on this machine may read ${file}, and the keys in it.`, `chmod 600 ${file}`)
}

function checkData(database: string): Finding {
  const about = 'Data folder'
  const folder = dirname(database)
  if (!existsSync(database)) return warning(about, `there is no database ${database}.`, '`npm start` makes one.')
  // The file itself is readable for a proxy's or a backup's group in many a folder that is not.
  if (!(isOpen(folder) && isOpen(database))) return ok(about, `only its owner reads ${database}.`)
  return error(about, `others on this machine may read ${database}, and every lead in it.`, `chmod 700 ${folder}`)
}

// Windows has no such permissions.
export function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & byOthers) !== 0
}
