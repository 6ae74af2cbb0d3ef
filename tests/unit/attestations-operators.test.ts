import { expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { addOperator, isOperatorName, operatorsIn, removeOperator } from '@/lib/operator/env-file'

const text = '# Settings\nSITE_URL=http://localhost:3000\nOPERATOR_KEYS=alice:key-a\n\nLOG_LEVEL=info\n'

it('adds and removes operators in an .env file, and nothing else changes', () => {
  const more = addOperator(text, 'bob', 'key-$&-b')
  expect(more).toBe(text.replace('alice:key-a', () => 'alice:key-a,bob:key-$&-b'))
  expect(operatorsIn(more)).toEqual([
    { name: 'alice', key: 'key-a' },
    { name: 'bob', key: 'key-$&-b' },
  ])
  expect(removeOperator(more, 'alice')).toBe(text.replace('alice:key-a', () => 'bob:key-$&-b'))
  expect(removeOperator(text, 'alice')).toContain('OPERATOR_KEYS=\n')
})

it('adds the line where there is none', () => {
  expect(addOperator('LOG_LEVEL=info', 'bob', 'k')).toBe('LOG_LEVEL=info\nOPERATOR_KEYS=bob:k\n')
})

it('writes what the environment accepts', () => {
  const key = 'k'.repeat(43)
  const line = addOperator('', 'bob', key).trim()
  expect(parseEnv({ APP_SECRET: key, OPERATOR_KEYS: line.replace('OPERATOR_KEYS=', '') }).OPERATOR_KEYS).toEqual([
    { name: 'bob', key },
  ])
  expect(['bob', 'b-1'].every(isOperatorName)).toBe(true)
  expect(['Bob', 'b:c', 'a,b', '', 'x'.repeat(33)].some(isOperatorName)).toBe(false)
})

it.each([
  ['OPERATOR_KEYS= alice:key-a, bob:key-b \r\n', ['alice:key-a', 'bob:key-b']],
  ['OPERATOR_KEYS="alice:key-a,bob:key-b"\n', ['alice:key-a', 'bob:key-b']],
  ["OPERATOR_KEYS='alice:key-a'\n", ['alice:key-a']],
  ['OPERATOR_KEYS=alice:"key-a"\n', ['alice:"key-a"']],
  ['OPERATOR_KEYS=\n', []],
])('reads the operators of %j', (text, operators) => {
  expect(operatorsIn(text).map(({ name, key }) => `${name}:${key}`)).toEqual(operators)
})
