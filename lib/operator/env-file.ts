import { parseEnv } from 'node:util'

/**
 * Settings that hold pairs of a name and a value. Machine keys authorize
 * requests but cannot sign in.
 */
type Setting =
  | 'OPERATOR_KEYS'
  | 'MACHINE_KEYS'
  | 'OPERATOR_ROLES'
  | 'OPERATOR_EMAILS'

export function isOperatorName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}

export function pairsIn(text: string, setting: Setting): Map<string, string> {
  const written = (parseEnv(text)[setting] ?? '')
    .split(',')
    .map((pair) => pair.trim())
  return new Map(
    written
      .filter(Boolean)
      .map((pair) => pair.split(/\s*:\s*(.*)/s, 2) as [string, string]),
  )
}

export function setPair(
  text: string,
  setting: Setting,
  name: string,
  value?: string,
): string {
  const pairs = pairsIn(text, setting)
  if (value) pairs.set(name, value)
  else if (!pairs.delete(name)) return text
  // Replaces all lines of the setting, because Node takes the last.
  const line = new RegExp(`^[ \\t]*(export[ \\t]+)?${setting}[ \\t]*=.*$`, 'gm')
  const written = `${setting}=${[...pairs].map((pair) => pair.join(':')).join(',')}`
  if (text.match(line)) return text.replace(line, () => written)
  const before = text === '' ? '' : text.replace(/\n*$/, '\n')
  return `${before}${written}\n`
}
