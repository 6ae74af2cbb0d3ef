import type { Client } from './client'
import type { Folder } from './folder'
import type { Ledger } from './ledger'
import type { Receivers } from './receivers'
import type { Site } from './site'
import type { Stop } from './stop'

/** All that a day consists of. */
export type World = {
  site: Site
  folder: Folder
  receivers: Receivers
  client: Client
  ledger: Ledger
  /** Addresses of pages, from the sitemap. */
  pages: string[]
  stop: Stop
}

/**
 * So many clients and mailboxes are there: what the site remembers of each does not grow over a day. No multiple of the
 * kinds of visits, which come in turn: each client makes all of them.
 */
export const population = 301

export function addressOf(visitor: number): string {
  const number = visitor % population
  return `203.0.${Math.floor(number / 250)}.${number % 250}`
}

/** A number as a word of letters: digits alone do not make two texts different ones to a spam filter. */
export function codeOf(visitor: number): string {
  return [...String(visitor)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
