import { existsSync, readFileSync } from 'node:fs'

/** The processes that a process has started, where the system tells (Linux): `npm start` serves from one of its own. */
export function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}
