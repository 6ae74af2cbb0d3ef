// Reads the values of settings. A reader returns undefined for a value that is
// not of its type, or throws an error whose message follows the setting's name.
// Neither repeats the value, which may be a secret.

import { findAddressProblem } from './database/address'
import { type Role, roles } from './operator/role-names'
import { isPrivateHost } from './private-networks'
import { isRecord, parseJson } from './text'

export type Read<Value> = (value: string) => Value | undefined

/**
 * Removes what surrounds a value by mistake: spaces, invisible characters, and
 * the quotation marks that `docker run --env-file` passes on.
 */
export function cleanValue(value: string): string {
  const visible = value.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
  return visible
    .replace(/^(?:"([^"]*)"|'([^']*)'|[“„‘«]([^“„‘«»’”]*)[”“’»])$/, '$1$2$3')
    .trim()
}

export function readNumber(min: number, max: number) {
  return (value: string) => {
    const number = /^\d+$/.test(value) ? Number(value) : -1
    return number >= min && number <= max ? number : undefined
  }
}

export function readChoice<const Choice extends string>(
  choices: readonly Choice[],
) {
  return (value: string) =>
    choices.find((choice) => choice.toLowerCase() === value.toLowerCase())
}

export function readFlag(value: string): boolean | undefined {
  if (/^(true|yes|on|1)$/i.test(value)) return true
  return /^(false|no|off|0)$/i.test(value) ? false : undefined
}

export function readJsonObject(
  value: string,
): Record<string, unknown> | undefined {
  const json = parseJson(value)
  return isRecord(json) ? json : undefined
}

export function readMatch(pattern: RegExp) {
  return (value: string) => (pattern.test(value) ? value : undefined)
}

function readAddress(value: string): URL | undefined {
  // Refuses spaces, because URL.parse would encode them, and a comment after
  // the address would become part of it.
  const url = /\s/.test(value) ? null : URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username + url.password)
    throw new Error('must not contain a user name or password')
  return url
}

/** Returns the origin as browsers write it, without a slash at the end. */
export function readOrigin(value: string): string | undefined {
  const url = readAddress(value)
  if (!url || url.href === `${url.origin}/`) return url?.origin
  throw new Error(
    'must end after the host, because the site cannot have a path',
  )
}

/**
 * Reads an address that receives visitors' data or that browsers load. Refuses
 * `http:` outside a private network.
 */
export function readLink(pattern = /^/) {
  return (value: string) => {
    const url = readAddress(value)
    if (url?.protocol === 'http:' && !isPrivateHost(url.hostname))
      throw new Error('must begin with https:// outside a private network')
    return url && pattern.test(url.href) ? url.href : undefined
  }
}

export function readLinks(value: string): string[] | undefined {
  const links = value.split(',').map((link) => readLink()(link.trim()))
  return links.includes(undefined) ? undefined : (links as string[])
}

export function readDatabaseAddress(value: string): string {
  const problem = findAddressProblem(value)
  if (problem) throw new Error(problem)
  return value
}

const mailServer =
  /^smtps?:\/\/([^/?#\s]*@)?(\[[\da-f:.]+\]|[^/?#:@\s]+)(:\d+)?\/?$/i

export function readMailServer(value: string): string {
  if (!mailServer.test(value) || !URL.canParse(value))
    throw new Error(
      'must have the form smtp://user:password@host:587, with "#", "/" and "?" in the password written as %23, %2F and %3F',
    )
  if (!isDecodable(value))
    throw new Error('must write "%" in the password as %25')
  if (/^smtp:.*:465\/?$/i.test(value))
    throw new Error('must begin with smtps:// for port 465')
  if (/^smtps:.*:587\/?$/i.test(value))
    throw new Error('must begin with smtp:// for port 587')
  return value
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Reads mail addresses with or without a name, such as `Sales
 * <sales@acme.example>`; Outlook separates them by semicolons.
 */
export function readMailboxes(value: string): string | undefined {
  const parts = (value.match(/(?:"[^"]*"|[^,;"])+/g) ?? []).filter((part) =>
    part.trim(),
  )
  return parts.length > 0 && parts.every(readMailbox)
    ? parts.join(',')
    : undefined
}

export function readMailbox(value: string): string | undefined {
  const [, quoted, bare = ''] =
    value
      .trim()
      .match(/^(?:"[^"]*"\s*|[^<>"@,;]*)<([^<>\s]+)>$|^([^<>\s",;]+)$/) ?? []
  return mailAddress.test(quoted ?? bare) ? value : undefined
}

/** An address with a complete domain, or a mailbox of this machine. */
export const mailAddress =
  /^[^\s@"<>,;:]+@(localhost|[^\s@"<>,;:.]+(\.[^\s@"<>,;:.]+)+)$/iu

/**
 * Reads a base64 secret as in standardwebhooks.com. Refuses invalid base64,
 * because Node's decoder skips it and would sign with a weaker secret.
 */
export function readWebhookSecret(value: string): string | undefined {
  const secret = value.replace(/^whsec_/, '')
  const [, digits = '', padding = ''] =
    secret.match(/^([A-Za-z0-9+/]+)(={0,2})$/) ?? []
  const isWhole = padding ? secret.length % 4 === 0 : digits.length % 4 !== 1
  return isWhole && Buffer.from(digits, 'base64').length >= 24
    ? value
    : undefined
}

/**
 * Pairs such as `alice:secret,bob:secret`, as objects with a `name` and a
 * `key`, or another kind of secret.
 */
export function readPairs<Kind extends string>(
  kind: Kind,
  pattern: RegExp,
  rule: string,
) {
  return (value: string) => {
    const pairs = value.split(',').filter((pair) => pair.trim())
    const names = new Set<string>()
    return pairs.map((pair, index) => {
      const [, name = '', secret = ''] =
        pair.match(/^\s*([a-z0-9-]{1,32})\s*:\s*(.*?)\s*$/s) ?? []
      if (!pattern.test(secret))
        throw new Error(
          `must be name:${kind} pairs, comma-separated, but pair ${index + 1} is invalid: ${rule}`,
        )
      if (names.has(name))
        throw new Error(`must have only one pair for ${name}`)
      names.add(name)
      return { name, [kind]: secret } as { name: string } & Record<Kind, string>
    })
  }
}

const readRolePairs = readPairs(
  'roles',
  new RegExp(`^(${roles.join('|')})(\\s*\\+\\s*(${roles.join('|')}))*$`),
  `the roles are ${roles.join(', ')}, with + between several, as in anna:sales,ben:compliance+admin`,
)

export function readRoles(value: string) {
  return readRolePairs(value).map(({ name, roles: given }) => {
    return { name, roles: given.split(/\s*\+\s*/) as Role[] }
  })
}
