import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { announce } from '../commands.mjs'

/**
 * Runs the preview for as long as a task takes: on an empty database and for the default company, whatever this
 * installation's .env says, so that its pages are the same everywhere.
 * @param {(address: string) => Promise<void>} task
 */
export async function withRunningPreview(task) {
  const folder = mkdtempSync(join(tmpdir(), 'preview-'))
  const { APP_SECRET, PORT: port = '3000' } = process.env
  const defaults = { ...parseEnv(readFileSync('.env.example', 'utf8')), APP_SECRET, PORT: port }
  const env = { ...process.env, ...defaults, DATABASE_URL: `file:${join(folder, 'site.db')}` }
  announce('Starting the preview.')
  const server = spawn(process.execPath, ['scripts/dev.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = `http://localhost:${port}`
  try {
    await new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error('The preview could not be started: see above.')))
      server.stdout.on('data', (output) => String(output).includes(address) && resolve())
    })
    await task(address)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
