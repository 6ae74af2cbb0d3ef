// `npm run attestations -- verify [FILE] | keygen FILE`: the log of reports against the database and a copy, and its key.
import { readFileSync, writeFileSync } from 'node:fs'
import { compareLogs, parseLog } from '@/lib/attestations/log/compare'
import { currentSigningKey, makeSigningKey, verifyByNode } from '@/lib/attestations/log/signing-key'
import { enterKey } from '@/lib/attestations/log/store'
import { type Verification, verifyLog } from '@/lib/attestations/log/verify'
import { closeDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import { fail, failWith } from './commands'

const usage = 'Usage: npm run attestations -- verify [COPY.json] | keygen FILE.pem'

const [command, file, ...rest] = process.argv.slice(2)
try {
  if (command === 'verify' && rest.length === 0) await verify()
  else if (command === 'keygen' && file && rest.length === 0) await keygen(file)
  else fail(usage)
} catch (error) {
  failWith(error)
} finally {
  await closeDatabase()
}

async function verify() {
  const found = await verifyLog()
  for (const line of linesOf(found)) console.log(line)
  if (found.difference) fail(found.difference)
  if (file) await compare(file, found)
}

function linesOf({ log, signed, unvouched, pending }: Verification): string[] {
  const { sequence, hash } = log.head
  return [
    `The log has ${sequence} entries, ${signed} of them signed. The hash of the last one:`,
    hash,
    ...(unvouched ? [`The key of entry ${unvouched} was not signed by a key before it.`] : []),
    ...(pending ? [`Not entered yet: ${pending}. The running site, or the next start, enters them.`] : []),
  ]
}

async function compare(copyFile: string, { log }: Verification) {
  const copy = parseLog(readFileSync(copyFile, 'utf8'))
  if (!copy) return fail(`${copyFile} is no copy of the log.`)
  const compared = await compareLogs(copy, log, verifyByNode)
  switch (compared.state) {
    case 'unchanged':
      return console.log(`${copyFile} is the log as it is now.`)
    case 'extended':
      return console.log(`The log continues ${copyFile}; entries since then: ${compared.count}.`)
    case 'shorter':
      return fail(`${copyFile} has ${compared.count} entries more than the log: they were removed.`)
    case 'differs':
      return fail(`Entry ${compared.entry} is another one in ${copyFile}: the log was rewritten.`)
    case 'copyBroken':
      return fail(`${copyFile} was changed: its entry ${compared.entry} does not fit.`)
    default:
      return fail(`Entry ${compared.entry} of the log is wrong.`)
  }
}

async function keygen(target: string) {
  const { pem, ...key } = makeSigningKey()
  const previous = currentSigningKey()
  writeFileSync(target, pem, { mode: 0o600, flag: 'wx' })
  console.log(`Wrote ${target}, which only its owner may read. Keep a copy of it elsewhere: no backup has it.`)
  console.log(`Key ${key.id}: ${key.public_key}`)
  if (previous && (await enterKey(key, previous))) console.log(`The log names it, signed by the key ${previous.id}.`)
  else if (env.ATTESTATIONS_SIGNING_KEY)
    console.log('The key used until now cannot be read: no key vouches for this one.')
  console.log(`Now set ATTESTATIONS_SIGNING_KEY=${target} in .env, and restart the site.`)
}
