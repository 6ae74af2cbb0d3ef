import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listFiles } from '@/scripts/stamps'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it('every command that a document or a file for deployment names is there', () => {
  const files = ['README.md', 'Dockerfile', 'compose.yaml', ...listFiles('deploy'), ...listFiles('docs')]
  const named = files.flatMap((file) => readFileSync(file, 'utf8').match(/npm run [a-z\d:]+/g) ?? [])
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter((command) => !(command.replace('npm run ', '') in scripts))
  expect([...new Set(missing)]).toEqual([])
})
