// Tests a clone with CRLF line endings, the default of Git for Windows.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { trainedClassifier } from '@/lib/chatbot/classifier/classifier'
import { cloneWithCrlf } from '../support/copy-project'
import { textStyles } from '../support/text-styles'

const clone = cloneWithCrlf()
const settingsFile = join(clone, '.env')

afterAll(() => rmSync(clone, { recursive: true }))

/** Runs a command in the clone with only the settings of the clone's .env. */
function run(...args: string[]) {
  const { PATH, HOME } = process.env
  const options = {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH, HOME } as unknown as NodeJS.ProcessEnv,
  } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', ...args],
    options,
  )
  return { status, stdout, stderr }
}

it('a CRLF clone trains the same assistant as an LF clone', () => {
  expect(readFileSync(join(clone, 'messages/en.json'), 'utf8')).toMatch(
    /^\{\r\n/,
  )

  const { status, stdout } = run('copy')
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringContaining('The texts are in order.'),
  })
  expect(
    readFileSync(join(clone, trainedClassifier)).equals(
      readFileSync(trainedClassifier),
    ),
  ).toBe(true)
})

it('npm run operator changes only its own line of an .env saved by Notepad', () => {
  const [, secret = ''] =
    readFileSync(settingsFile, 'utf8').match(/^APP_SECRET=(.+)$/m) ?? []
  const text = `DATABASE_URL=file:data/notepad.db\n# Keys\nOPERATOR_KEYS=\nAPP_SECRET=${secret}\n`
  const encode = textStyles['CRLF and a byte order mark']
  writeFileSync(settingsFile, encode(text))

  expect(run('migrate')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Database: applied'),
  })
  expect(existsSync(join(clone, 'data/notepad.db'))).toBe(true)
  const [, key = ''] =
    run('operator', 'add', 'bob').stdout.match(
      /shown only this once:\n(.+)\n/,
    ) ?? []
  expect(readFileSync(settingsFile)).toEqual(
    encode(text.replace('OPERATOR_KEYS=', `OPERATOR_KEYS=bob:${key}`)),
  )
})

it('startup adds a missing APP_SECRET to an .env with CRLF line endings', () => {
  writeFileSync(settingsFile, 'APP_SECRET=\r\nLOG_LEVEL=warn\r\n')

  expect(run('operator', 'list')).toMatchObject({
    status: 0,
    stdout: 'There are no operators.\n',
  })
  expect(readFileSync(settingsFile, 'utf8')).toMatch(
    /^LOG_LEVEL=warn\r\nAPP_SECRET=[\w-]{43}\r\n$/,
  )
})
