import { parseEnv } from 'node:util'

type Operator = { name: string; key: string }

const line = /^OPERATOR_KEYS=(.*)$/m

export function isOperatorName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}

/** The operators in the text of an .env file. */
export function operatorsIn(text: string): Operator[] {
  const pairs = (parseEnv(text).OPERATOR_KEYS ?? '').split(',').filter(Boolean)
  return pairs.map((pair) => {
    const [name = '', key = ''] = pair.trim().split(':')
    return { name, key }
  })
}

export function addOperator(text: string, name: string, key: string): string {
  return withOperators(text, [...operatorsIn(text), { name, key }])
}

export function removeOperator(text: string, name: string): string {
  return withOperators(
    text,
    operatorsIn(text).filter((operator) => operator.name !== name),
  )
}

function withOperators(text: string, operators: Operator[]): string {
  const written = `OPERATOR_KEYS=${operators.map(({ name, key }) => `${name}:${key}`).join(',')}`
  return line.test(text) ? text.replace(line, () => written) : `${text.replace(/\n*$/, '\n')}${written}\n`
}
