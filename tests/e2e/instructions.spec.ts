// Runs the commands of docs/operations.md as they are written, in a separate
// mount namespace.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { smallPdf } from '../support/attestations'
import { postLead } from '../support/contact'
import {
  canMakeMachine,
  commandsIn,
  missingPrograms,
  startMachine,
} from '../support/machine'
import { startCluster } from '../support/postgresql-cluster'
import { locatePostgresql } from '../support/programs'
import { takePort } from '../support/server'

test.describe.configure({ mode: 'serial', timeout: 400_000 })
test.skip(!canMakeMachine(), 'needs root, which may give itself other files')

// The instructions install these programs with apt-get, but the test does not.
// The nightly job installs them, and fails without them instead of skipping.
const missing = missingPrograms([
  'adduser',
  'caddy',
  'fuser',
  'nginx',
  'sqlite3',
  'systemd-analyze',
])
test.skip(missing.length > 0 && !process.env.CI, `needs ${missing.join(', ')}`)

const current = '/srv/site/current'
const port = takePort()
const address = `http://127.0.0.1:${port}`
const blocks = commandsIn('docs/operations.md')
const followed = new Set<string>()
let machine: Awaited<ReturnType<typeof startMachine>>
let key = ''

/**
 * Returns the block that contains a text, with names and addresses filled in.
 */
function block(
  heading: string,
  text = '',
  filledIn: Record<string, string> = {},
) {
  const found = blocks.find(
    (each) => each.heading === heading && each.commands.includes(text),
  )
  if (!found) throw new Error(`There is no command ${text} below ${heading}.`)
  followed.add(found.commands)
  return Object.entries(filledIn).reduce(
    (commands, [name, value]) => commands.replaceAll(name, value),
    found.commands,
  )
}

const asSite = (commands: string, folder = current) =>
  machine.run(commands, folder, 'site')

async function untilServing() {
  await expect
    .poll(
      () => fetch(`${address}/readyz`).then(({ status }) => status, String),
      {
        timeout: 60_000,
      },
    )
    .toBe(200)
}

function makeCertificate() {
  const kind = '-x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256'
  const files = '-keyout privkey.pem -out fullchain.pem -subj /CN=site.example'
  const folder = '/etc/letsencrypt/live/site.example'
  machine.run(
    `mkdir -p ${folder} && cd ${folder} && openssl req ${kind} ${files}`,
  )
}

test.beforeAll(async () => {
  machine = await startMachine()
})
test.afterAll(() => machine?.stop())

test('the commands in operations.md install Node', () => {
  const commands = block('Install', 'nodejs.org').trim().split('\n')
  const offline = commands.filter((each) => !/^(apt-get|curl)/.test(each))
  const made = 'node-v24.21.0-linux-x64'
  const folder = '/srv/node'
  machine.run(`mkdir -p ${folder}/${made}/bin`)
  machine.run(`cp '${process.execPath}' ${made}/bin/node`, folder)
  machine.run(`tar -cf ${made}.tar.xz ${made}`, folder)
  machine.run(offline.join('\n'), folder)

  expect(machine.run('/usr/bin/node --version')).toBe(`${process.version}\n`)
})

test('the commands in operations.md install a release, its settings and services', async () => {
  machine.run(block('Install', 'npm run package'), resolve('.'))
  const settings = block('Install', 'operator -- add', {
    NAME: 'alice',
    // Replaces the address, because the release that the other tests share was
    // built for localhost.
    'https://site.example': 'http://localhost:3000',
  })
  const added = machine.run(`${settings}\necho PORT=${port} >> /srv/site/.env`)
  key = added.match(/shown only this once:\n(.+)\n/)?.[1] ?? ''
  makeCertificate()
  machine.run(block('Install', 'systemctl'), '/')
  await untilServing()

  expect(machine.run('stat -c "%U %a" /srv/site/.env')).toBe('site 600\n')
  expect((await postLead(address))?.status).toBe(201)
  const verified = machine.run(
    'systemd-analyze verify /etc/systemd/system/site*.* 2>&1',
  )
  expect(verified).toBe('')
})

test('a command without its database fails with one sentence that names the file', () => {
  const settings = 'DATABASE_URL=file:/srv/site/data/none.db'
  const revoke = () => asSite(`${settings} npm run -s operator -- revoke alice`)

  expect(revoke).toThrow(
    /ended with 1: The database [^\n]+ is missing[^\n]+\n$/,
  )
})

test('the commands in operations.md back up every night and on demand', () => {
  machine.run('systemctl start site-backup')
  asSite(block('Back up and restore', 'db:backup'))

  expect(asSite('ls data/backups | wc -l', '/srv/site')).toBe('2\n')
})

test('the commands in operations.md restore a backup', async () => {
  const [name = ''] = asSite('ls data/backups', '/srv/site').split('\n')
  const example = 'site-20261122T100000.000Z.db'
  await postLead(address)
  machine.run(block('Back up and restore', 'replaced', { [example]: name }))
  await untilServing()

  const count = "sqlite3 data/site.db 'SELECT count(*) FROM Lead'"
  expect(machine.run(count, '/srv/site')).toBe('1\n')
  expect(machine.run('stat -c %U data/site.db', '/srv/site')).toBe('site\n')
})

test('the commands in operations.md practice a restore without sending anything', async () => {
  const drillPort = String(takePort())
  const backup = asSite('ls -d $PWD/data/backups/*.db', '/srv/site').split(
    '\n',
  )[0]
  const commands = block('Back up and restore', 'drill', {
    FILE: String(backup),
    'PORT=3001': `PORT=${drillPort}`,
    '/tmp/drill.db': '/run/drill/site.db',
  }).trim()
  machine.run('install -d -o site /run/drill')
  asSite(`(${commands}) > /run/drill/log 2>&1 & echo $! > /run/drill/pid`)
  await expect
    .poll(() => machine.run('cat /run/drill/log'), { timeout: 60_000 })
    .toContain('The site is at')
  machine.run(`fuser --kill ${drillPort}/tcp`)

  expect(machine.run('cat /run/drill/log')).toContain('DELIVERIES is off')
})

test('the commands in operations.md add, list and remove operators', () => {
  const commands = block('Operators and keys', 'operator -- list', {
    'add NAME --machine': 'add robot --machine',
    'revoke NAME': 'revoke robot',
    'add NAME': 'add bob',
    NAME: 'bob',
  })
  const output = asSite(commands)

  expect(output).toContain('alice')
  expect(output).toContain('The key of robot is refused from now on.')
  expect(asSite('npm run operator -- list')).toMatch(/^alice.*\nbob.*\n$/m)
})

test('the commands in operations.md download and verify the report log', () => {
  const lines = block('The log of reports', 'attestations', {
    'https://SITE': address,
    'COPY.json': '/srv/site/data/log',
    'FILE.pem': '/srv/site/data/key.pem',
  }).split('\n')
  const [verify = '', compare = '', download = '', keygen = ''] = lines
  asSite(download, '/srv/site/data')
  asSite([verify, compare, keygen].join('\n'))

  expect(asSite('stat -c %a key.pem', '/srv/site/data')).toBe('600\n')
})

test('the commands in operations.md upload a report file', () => {
  machine.run(`printf '%s' '${smallPdf}' > /srv/site/data/report.pdf`)
  const upload = block('Report files', 'curl', {
    KEY: key,
    '@report.pdf': '@/srv/site/data/report.pdf',
    'https://site.example': address,
  })

  expect(asSite(upload)).toContain('.pdf"')
})

test('the commands in operations.md monitor the site', () => {
  const commands = block('Monitor', 'doctor', {
    KEY: key,
    'http://localhost:3000': address,
  })
  const output = asSite(commands.replaceAll(/^curl/gm, 'curl --fail -sS'))

  expect(output).toMatch(/^ok {7}database_writable/m)
  expect(output).toContain('site_build_info')
})

test('the commands in operations.md update to another release', async () => {
  const commands = block('Update', 'npm run package', { 'git pull && ': '' })
  const output = machine.run(commands, resolve('.'))
  await untilServing()

  expect(output).toContain('database_writable')
  expect(machine.run(`readlink ${current}`)).toBe('releases/2026-12-01\n')
})

test('a release with a misspelled setting does not start', () => {
  machine.run('cp /srv/site/.env /srv/site/.env.right')
  machine.run('echo SMTP_URI=smtp://mail.acme.example >> /srv/site/.env')
  const restart = () => machine.run('systemctl restart site')

  expect(restart).toThrow('SMTP_URI is not a setting: did you mean SMTP_URL?')
  machine.run('cp /srv/site/.env.right /srv/site/.env && systemctl start site')
})

test('Caddy accepts deploy/Caddyfile', () => {
  const configuration = ['--config', 'deploy/Caddyfile']
  const { status } = spawnSync(process.env.CADDY_PATH ?? 'caddy', [
    'validate',
    ...configuration,
  ])

  expect(status).toBe(0)
})

test('the commands in operations.md set up a PostgreSQL database and its backups', async () => {
  test.skip(!locatePostgresql(), 'needs PostgreSQL')
  const cluster = await startCluster()
  const asAdmin = {
    'runuser -u postgres -- psql': `psql '${cluster.addressOf('postgres')}'`,
  }
  // Renames the role, because the cluster's own is already called “site”.
  const other = (commands: string) => commands.replace(/\bsite\b/g, 'shop')
  const name = (heading: string, text: string) =>
    Object.entries(asAdmin).reduce(
      (commands, [written, run]) => commands.replaceAll(written, run),
      other(block(heading, text)),
    )
  machine.run(name('PostgreSQL', 'CREATE ROLE'))
  machine.run(name('PostgreSQL', 'ALTER ROLE'))
  const { port: postgresqlPort } = new URL(cluster.addressOf('postgres'))
  const url = `postgresql://shop:a-long-password@127.0.0.1:${postgresqlPort}/shop`
  asSite(`DATABASE_URL=${url} npm run db:migrate`)
  const backUp = block('PostgreSQL', 'pg_dump', {
    FILE: '*.dump',
    '/srv/site/.env': 'settings',
  })
  asSite(`echo DATABASE_URL=${url} > settings`, '/srv/site/data')
  const output = asSite(backUp, '/srv/site/data')
  await cluster.remove()

  expect(output).toContain('DELETE 0')
})

// Command blocks that this machine cannot run, or that other tests run.
const elsewhere = [
  ['Containers', 'docker', 'needs Docker'],
  ['Networks that allow no direct calls', 'NODE_USE_ENV_PROXY', 'settings'],
  ['PostgreSQL', 'DATABASE_URL=postgresql://site', 'a setting'],
  ['PostgreSQL', 'pgloader', 'needs pgloader'],
  ['The tokens outstanding', 'CHAIN_RPC_URL', 'tests/unit/chain-anvil.test.ts'],
  ['The tokens outstanding', 'curl', 'tests/unit/chain-anvil.test.ts'],
  ['Microsoft 365', 'SMTP_URL', 'settings: tests/unit/env.test.ts'],
  ['Google Workspace', 'SMTP_URL', 'settings: tests/unit/env.test.ts'],
  ['Amazon SES', 'SMTP_URL', 'settings: tests/unit/env.test.ts'],
  ['Postmark', 'SMTP_URL', 'settings: tests/unit/env.test.ts'],
  ['Another mail server', 'SMTP_URL', 'settings: tests/unit/env.test.ts'],
]

test('every command in operations.md is run by a test', () => {
  for (const [heading = '', text] of elsewhere) block(heading, text)
  expect(blocks.filter(({ commands }) => !followed.has(commands))).toEqual([])
})
