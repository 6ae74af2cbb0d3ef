import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { announce } from './commands.mjs'

/** Writes .env with fresh secrets, unless it has them. */
export function writeEnvironment() {
  if (!existsSync('.env')) {
    announce('Writing .env with fresh secrets. The operator key, which opens the list of leads, stands there.')
    const example = readFileSync('.env.example', 'utf8')
    writeFileSync('.env', example.replace(/^OPERATOR_KEYS=$/m, `OPERATOR_KEYS=operator:${secret()}`))
    chmodSync('.env', 0o600)
  }
  const written = readFileSync('.env', 'utf8')
  if (/^APP_SECRET=./m.test(written)) return
  writeFileSync('.env', `${written.replace(/^APP_SECRET=$\n/m, '').trimEnd()}\nAPP_SECRET=${secret()}\n`)
}

function secret() {
  return randomBytes(32).toString('base64url')
}
