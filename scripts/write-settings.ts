// `npm run settings`: writes docs/settings.md and .env.example from
// lib/settings.ts.
import { writeFileSync } from 'node:fs'
import { exampleFile, settingsPage } from './settings-page'

writeFileSync('docs/settings.md', settingsPage())
writeFileSync('.env.example', exampleFile())
