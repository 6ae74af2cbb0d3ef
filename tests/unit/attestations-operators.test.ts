import { expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { isOperatorName, secretsIn, setSecret } from '@/lib/operator/env-file'

const text = '# Settings\nSITE_URL=http://localhost:3000\nOPERATOR_KEYS=alice:key-a\n\nLOG_LEVEL=info\n'

it('adds and removes operators in an .env file, and nothing else changes', () => {
  const more = setSecret(text, 'OPERATOR_KEYS', 'bob', 'key-$&-b')
  expect(more).toBe(text.replace('alice:key-a', () => 'alice:key-a,bob:key-$&-b'))
  expect(setSecret(more, 'OPERATOR_KEYS', 'alice')).toBe(text.replace('alice:key-a', () => 'bob:key-$&-b'))
  expect(setSecret(text, 'OPERATOR_KEYS', 'alice')).toContain('OPERATOR_KEYS=\n')
  expect(setSecret(text, 'MACHINE_KEYS', 'alice')).toBe(text)
  expect(setSecret('LOG_LEVEL=info', 'OPERATOR_TOTP', 'bob', 'k')).toBe('LOG_LEVEL=info\nOPERATOR_TOTP=bob:k\n')
})

it('writes what the environment accepts', () => {
  const key = 'k'.repeat(43)
  const [, OPERATOR_KEYS = ''] = setSecret('', 'OPERATOR_KEYS', 'bob', key).trim().split('=')
  expect(parseEnv({ APP_SECRET: key, OPERATOR_KEYS }).OPERATOR_KEYS).toEqual([{ name: 'bob', key }])
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
  expect([...secretsIn(text, 'OPERATOR_KEYS')].map((pair) => pair.join(':'))).toEqual(operators)
})
