import { writeFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { loadEnvironment } from '@/scripts/load-environment.mjs'
import { makeScratchFolder } from '../support/scratch'

const names = ['FIRST', 'SECOND', 'THIRD', 'SETTINGS_FROM_FILE']

beforeEach(() => {
  process.chdir(makeScratchFolder('environment-'))
  for (const name of names) delete process.env[name]
})

function load(text: string) {
  writeFileSync('.env', text)
  loadEnvironment()
  return [process.env.FIRST, process.env.SECOND, process.env.THIRD]
}

it('leaves what was set before, also to nothing, and notes what it took', () => {
  Object.assign(process.env, { SECOND: 'own', THIRD: '' })
  expect(load('FIRST=1\nSECOND=2\nTHIRD=3\n')).toEqual(['1', 'own', ''])
  expect(JSON.parse(process.env.SETTINGS_FROM_FILE ?? '')).toEqual({ FIRST: '1' })
})

it('in a process started by one that loaded it before, takes what the file says by now', () => {
  expect(load('FIRST=1\nSECOND=2\nTHIRD=3\n')).toEqual(['1', '2', '3'])
  process.env.SECOND = 'given by the one that started it'
  expect(load('FIRST=changed\nSECOND=changed\n')).toEqual(['changed', 'given by the one that started it', undefined])
})

it('does nothing without a file', () => {
  loadEnvironment()
  expect(process.env.SETTINGS_FROM_FILE).toBeUndefined()
})
