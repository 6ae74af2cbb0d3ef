import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import type { Role } from './role-names'

/**
 * The console's pages, without a language prefix. They are not in
 * lib/routes.ts, because the public pages' scripts contain that table.
 */
export const consolePaths = {
  overview: '/operator',
  leads: '/operator/leads',
  questions: '/operator/questions',
  reports: '/operator/reports',
  health: '/operator/health',
  audit: '/operator/audit',
  admin: '/operator/admin',
} as const

export type ConsoleSection = keyof typeof consolePaths

export const consoleSections = Object.keys(consolePaths) as ConsoleSection[]

/** The role that a section needs, if any. */
export const sectionRoles: Partial<Record<ConsoleSection, Role>> = {
  leads: 'sales',
  questions: 'sales',
  reports: 'compliance',
  health: 'admin',
  audit: 'admin',
  admin: 'admin',
}

const itemFolders = {
  leads: consolePaths.leads,
  questions: consolePaths.questions,
  reports: `${consolePaths.reports}/drafts`,
} as const

const itemPattern = new RegExp(
  `^(${Object.values(itemFolders).join('|')})/(?!\\.{1,2}$)[\\w.-]{1,128}$`,
)

/**
 * Returns the path of an item: a lead, a conversation (in the questions
 * section) or a draft report.
 */
export function itemPath(section: ConsoleSection, id: string): string {
  return `${{ ...consolePaths, ...itemFolders }[section]}/${encodeURIComponent(id)}`
}

export function isConsolePage(path: string): boolean {
  return (
    Object.values<string>(consolePaths).includes(path) || itemPattern.test(path)
  )
}

/**
 * Returns the path of the console page that a path names, in capitals or not.
 * An item's id keeps its capitals.
 */
export function consolePageNamed(path: string): string | undefined {
  const inFolder = path.replace(/.*\//, (folder) => folder.toLowerCase())
  return [inFolder, path.toLowerCase()].find(isConsolePage)
}

export type Query = Record<string, string | string[] | undefined>

export function consoleAddress(
  locale: Locale,
  path: string,
  query: Query = {},
): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  )
  return (
    localizedPath(locale, path) +
    (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '')
  )
}

export function signInAddress(
  locale: Locale,
  wanted: string,
  query: Query = {},
): string {
  const isOverview = splitPath(wanted).path === consolePaths.overview
  return consoleAddress(locale, consolePaths.overview, {
    ...query,
    to: isOverview ? undefined : wanted,
  })
}

/**
 * Returns the address named in a request if it is one of the console's own
 * pages, because the console redirects to no other.
 */
export function ownAddress(
  wanted: string | null | undefined,
): string | undefined {
  const nowhere = 'http://nowhere.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, nowhere))
    return undefined
  const { origin, pathname, search } = new URL(wanted, nowhere)
  const isOwn =
    origin === nowhere &&
    isConsolePage(splitPath(pathname).path) &&
    !/\/\/|\\/.test(pathname)
  return isOwn ? pathname + search : undefined
}
