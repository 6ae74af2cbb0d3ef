import { parseEnv } from 'node:util'

type Operator = { name: string; key: string }

export function isOperatorName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}

/** A machine's key cannot sign in. */
export type KeySetting = 'OPERATOR_KEYS' | 'MACHINE_KEYS'

/** The operators, or machines, in the text of an .env file. */
export function operatorsIn(text: string, setting: KeySetting = 'OPERATOR_KEYS'): Operator[] {
  const pairs = (parseEnv(text)[setting] ?? '').split(',').filter(Boolean)
  return pairs.map((pair) => {
    const [name = '', key = ''] = pair.trim().split(':')
    return { name, key }
  })
}

export function addOperator(text: string, name: string, key: string, setting: KeySetting = 'OPERATOR_KEYS'): string {
  return withOperators(text, setting, [...operatorsIn(text, setting), { name, key }])
}

/** Removes an operator or a machine. */
export function removeOperator(text: string, name: string): string {
  return (['OPERATOR_KEYS', 'MACHINE_KEYS'] as const).reduce((changed, setting) => {
    const operators = operatorsIn(changed, setting)
    const others = operators.filter((operator) => operator.name !== name)
    return others.length < operators.length ? withOperators(changed, setting, others) : changed
  }, text)
}

/** Adds or replaces the second factor of an operator in the text of an .env file; without a secret it is removed. */
export function setSecondFactor(text: string, name: string, secret?: string): string {
  const pairs = (parseEnv(text).OPERATOR_TOTP ?? '').split(',').map((pair) => pair.trim())
  const others = pairs.filter((pair) => pair && pair.split(':')[0] !== name)
  return withLine(text, 'OPERATOR_TOTP', [...others, ...(secret ? [`${name}:${secret}`] : [])])
}

function withOperators(text: string, setting: KeySetting, operators: Operator[]): string {
  return withLine(
    text,
    setting,
    operators.map(({ name, key }) => `${name}:${key}`),
  )
}

function withLine(text: string, setting: string, pairs: string[]): string {
  const line = new RegExp(`^${setting}=(.*)$`, 'm')
  const written = `${setting}=${pairs.join(',')}`
  return line.test(text) ? text.replace(line, () => written) : `${text.replace(/\n*$/, '\n')}${written}\n`
}
