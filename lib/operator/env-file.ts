import { parseEnv } from 'node:util'

/**
 * Settings that hold pairs of a name and a secret. Machine keys cannot sign in.
 */
type Setting = 'OPERATOR_KEYS' | 'MACHINE_KEYS' | 'OPERATOR_TOTP'

export function isOperatorName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}

export function secretsIn(text: string, setting: Setting): Map<string, string> {
  const pairs = (parseEnv(text)[setting] ?? '')
    .split(',')
    .map((pair) => pair.trim())
  return new Map(
    pairs
      .filter(Boolean)
      .map((pair) => pair.split(/\s*:\s*(.*)/s, 2) as [string, string]),
  )
}

export function setSecret(
  text: string,
  setting: Setting,
  name: string,
  secret?: string,
): string {
  const secrets = secretsIn(text, setting)
  if (secret) secrets.set(name, secret)
  else if (!secrets.delete(name)) return text
  // Replaces all lines of the setting, because Node takes the last.
  const line = new RegExp(`^[ \\t]*(export[ \\t]+)?${setting}[ \\t]*=.*$`, 'gm')
  const written = `${setting}=${[...secrets].map((pair) => pair.join(':')).join(',')}`
  return text.match(line)
    ? text.replace(line, () => written)
    : `${text.replace(/\n*$/, '\n')}${written}\n`
}
