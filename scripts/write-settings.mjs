// `npm run settings`: writes docs/settings.md and .env.example from lib/env.ts and lib/settings.ts.
import { writeFileSync } from 'node:fs'

// lib/env.ts wants one; no other setting is read here.
process.env.APP_SECRET ??= '-'.repeat(32)
const { exampleFile, settingsPage } = await import('./settings/render.ts')
writeFileSync('docs/settings.md', settingsPage())
writeFileSync('.env.example', exampleFile())
