import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exampleFile, settingsPage } from '@/scripts/settings/render'

it.each([
  ['docs/settings.md', settingsPage],
  ['.env.example', exampleFile],
])('%s says what lib/env.ts and lib/settings.ts do: `npm run settings` writes it', (file, render) => {
  expect(readFileSync(file, 'utf8')).toBe(render())
})
