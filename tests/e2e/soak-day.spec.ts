import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { runMarked } from '../support/npm'
import { takePort } from '../support/server'

test.skip(!existsSync('/proc/self/environ'), 'needs Linux to find the processes of a command')
test.describe.configure({ timeout: 480_000 })

const incidents = [
  'deploy',
  'rollback',
  'crash',
  'backup and restore',
  'database locked',
  'settings reloaded',
  'mail server refuses',
  'mail server is a tar pit',
  'a client floods',
  'webhook fails',
  'clock back by an hour',
  'clock ahead by an hour',
]

test('with everything that goes wrong in a day, each lead that was acknowledged is stored and delivered', async () => {
  const command = ['npm', 'run', 'soak:day', '--', '--short', '--port', String(takePort())]
  const { exit, output, processes } = runMarked(command, {})
  expect([await exit, output()]).toEqual([0, expect.stringContaining('All accounts balance.')])
  expect(incidents.filter((name) => !output().includes(`: ${name}, `))).toEqual([])
  expect(processes()).toEqual([])
})
