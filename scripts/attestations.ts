// `npm run attestations -- verify [COPY] | keygen FILE`: verifies the report
// log against the database or a copy, and creates its signing key.
import { readFileSync, writeFileSync } from 'node:fs'
import { compareLogs, parseLog } from '@/lib/attestations/log/compare-copies'
import { appendKey } from '@/lib/attestations/log/log-store'
import {
  currentSigningKey,
  makeSigningKey,
} from '@/lib/attestations/log/signing-key'
import { verifyLog } from '@/lib/attestations/log/verify'
import { closeDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import { decodeText } from '@/lib/text-file.mjs'
import { fail, runSubcommand } from './commands'

const usage = `Usage: npm run attestations -- COMMAND
  verify              compares the report log with the reports in the database
  verify COPY.json    also compares the log with a copy that was downloaded from the site
  keygen FILE.pem     creates a key that signs the log`

if (process.argv.length > 4) fail(usage)
await runSubcommand(usage, { verify, keygen })
await closeDatabase()

async function verify(copyFile?: string) {
  const copy = copyFile && parseLog(decodeText(readFileSync(copyFile)))
  if (copyFile && !copy) fail(`${copyFile} is not a copy of the log.`)

  const { log, signed, unvouched, pending, difference } = await verifyLog()
  console.log(
    `Entries in the log: ${log.head.sequence}, signed: ${signed}. Hash of the last entry:`,
  )
  console.log(log.head.hash)
  if (unvouched)
    console.log(
      `The key in entry ${unvouched} was not signed by an earlier key.`,
    )
  if (pending)
    console.log(
      `Changes without an entry yet: ${pending}. The running site, or the next start, adds them to the log.`,
    )
  if (difference) fail(difference)

  if (!copy) return
  const compared = await compareLogs(copy, log)
  switch (compared.state) {
    case 'unchanged':
      return console.log(`${copyFile} contains the current log.`)
    case 'extended':
      return console.log(
        `The log continues ${copyFile}; entries since then: ${compared.count}.`,
      )
    case 'shorter':
      return fail(
        `The log lacks entries that ${copyFile} has: ${compared.count}.`,
      )
    case 'differs':
      return fail(
        `Entry ${compared.entry} is different in ${copyFile}: the log was rewritten.`,
      )
    case 'copyBroken':
      return fail(
        `${copyFile} was changed: its entry ${compared.entry} does not match the entries before it.`,
      )
    default:
      return fail(`Entry ${compared.entry} of the log is wrong.`)
  }
}

async function keygen(target = '') {
  if (!target) fail(usage)
  const { pem, ...key } = makeSigningKey()
  const previous = currentSigningKey()
  writeFileSync(target, pem, { mode: 0o600, flag: 'wx' })
  console.log(
    `Wrote ${target}, which only its owner may read. Store a copy elsewhere, because no backup includes the key.`,
  )
  console.log(`Key ${key.id}: ${key.public_key}`)
  if (previous) {
    await appendKey(key, previous)
    console.log(
      `The log has an entry for the new key, signed by the previous key ${previous.id}.`,
    )
  } else if (env.ATTESTATIONS_SIGNING_KEY) {
    console.log(
      'The previous key cannot be read, so no earlier key has signed the new key.',
    )
  }
  console.log(
    `Now set ATTESTATIONS_SIGNING_KEY=${target} in .env, and restart the site.`,
  )
}
