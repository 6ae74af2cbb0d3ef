// Tests DATABASE_URL as operators write it (TLS, permissions, Unix sockets and
// poolers) on a real server and a real PgBouncer.
import { chownSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { migrateDatabase } from '@/lib/database/migrate'
import { openDatabase } from '@/lib/database/postgresql/client'
import { runSqlAt, selectColumnAt } from '../support/database'
import { startPgbouncer } from '../support/pgbouncer'
import { type Cluster, startCluster } from '../support/postgresql-cluster'
import { locatePgbouncer } from '../support/programs'

let cluster: Cluster
let url: string

beforeAll(async () => {
  cluster = await startCluster()
  url = cluster.addressOf('postgres')
})

afterAll(() => cluster.remove())

function refusalOf(address: string) {
  return migrateDatabase(address).then(
    () => 'accepted',
    ({ kind, message }) => `${kind}: ${message}`,
  )
}

/** Opens a database until the test ends. */
async function open(address: string) {
  const { client } = await openDatabase(address)
  onTestFinished(() => client.$disconnect())
  return client
}

/** Starts a PgBouncer that stops when the test ends. */
async function startPooler(settings: string[] = []) {
  const pooler = await startPgbouncer(url, settings)
  onTestFinished(() => pooler.stop())
  return pooler
}

describe('TLS for PostgreSQL', () => {
  let authority: string
  let atName: string

  beforeAll(async () => {
    const [folder = ''] = await selectColumnAt(url, 'SHOW data_directory')
    const { cert, private: key } = await generate(
      [{ name: 'commonName', value: 'localhost' }],
      {
        keyType: 'ec',
        extensions: [
          {
            name: 'subjectAltName',
            altNames: [{ type: 2, value: 'localhost' }],
          },
        ],
      },
    )
    authority = join(mkdtempSync(join(tmpdir(), 'tls-')), 'ca.pem')
    writeFileSync(authority, cert)
    writeFileSync(join(folder, 'server.crt'), cert)
    writeFileSync(join(folder, 'server.key'), key, { mode: 0o600 })
    const { uid, gid } = statSync(folder)
    for (const name of ['server.crt', 'server.key'])
      chownSync(join(folder, name), uid, gid)
    atName = url.replace('127.0.0.1', 'localhost')
  })

  it('is reported as missing if sslmode requires it', async () => {
    const refusal = await refusalOf(`${url}?sslmode=require`)

    expect(refusal).toMatch(
      /^misconfigured: The database postgres on \S+ offers no encryption \(08006\): turn on TLS on the server, or/,
    )
  })

  describe('with a self-signed certificate', () => {
    beforeAll(async () => {
      await cluster.query('ALTER SYSTEM SET ssl = on')
      await cluster.query('SELECT pg_reload_conf()')
    })

    it('encrypts the connection with sslmode=require', async () => {
      const client = await open(`${url}?sslmode=require`)

      const sessions =
        await client.$queryRaw`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`

      expect(sessions).toEqual([{ ssl: true }])
    })

    it.each([
      [
        'verify-full',
        () => `${atName}?sslmode=verify-full&sslrootcert=${authority}`,
      ],
      [
        'verify-ca, by another name',
        () => `${url}?sslmode=verify-ca&sslrootcert=${authority}`,
      ],
      [
        'sslmode=require with an authority',
        () => `${url}?sslmode=require&sslrootcert=${authority}`,
      ],
    ])('passes %s', async (_, address) => {
      expect(await refusalOf(address())).toBe('accepted')
    })

    it.each([
      [
        'no authority',
        () => `${atName}?sslmode=verify-full`,
        /certificate that cannot be trusted \(\w+\).*sslrootcert/,
      ],
      [
        'another name',
        () => `${url}?sslmode=verify-full&sslrootcert=${authority}`,
        /certificate for another name \(\w+\)/,
      ],
      [
        'a missing file',
        () => `${url}?sslmode=verify-full&sslrootcert=/none.pem`,
        /cannot be read \(ENOENT\): correct sslrootcert/,
      ],
    ])('fails verify-full with %s', async (_, address, sentence) => {
      const refusal = await refusalOf(address())

      expect(refusal).toMatch(/^misconfigured: /)
      expect(refusal).toMatch(sentence)
    })

    async function acceptOnly(type: 'host' | 'hostssl') {
      const encrypted = `${url}?sslmode=require&uselibpqcompat=true`
      const [hba = ''] = await selectColumnAt(encrypted, 'SHOW hba_file')
      writeFileSync(
        hba,
        `local all all trust\n${type} all all 127.0.0.1/32 scram-sha-256\n`,
      )
      await runSqlAt(encrypted, 'SELECT pg_reload_conf()')
    }

    /** Makes the server require TLS until the test ends. */
    async function requireTls() {
      onTestFinished(async () => {
        await acceptOnly('host')
        await expect.poll(() => refusalOf(url)).toBe('accepted')
      })
      await acceptOnly('hostssl')
    }

    it('is reported as missing if the server requires it', async () => {
      await requireTls()

      await expect
        .poll(() => refusalOf(url))
        .toMatch(
          /refuses a connection without encryption \(28000\): add \?sslmode/,
        )
    })

    it('is used with sslmode=require if the server requires it', async () => {
      await requireTls()

      expect(await refusalOf(`${url}?sslmode=require`)).toBe('accepted')
    })
  })
})

it('a PostgreSQL role without privileges is reported', async () => {
  await cluster.query(`CREATE ROLE reader LOGIN PASSWORD 'reads'`)
  await cluster.query('CREATE DATABASE closed')
  const refusal = await refusalOf(
    cluster.addressOf('closed').replace(/site:[^@]+/, 'reader:reads'),
  )

  expect(refusal).toMatch(
    /^misconfigured: .* does not give the user in DATABASE_URL enough privileges \(42501\): make this user/,
  )
})

it.each([
  [
    'a missing password',
    () => url.replace(/:\w+@/, '@'),
    /refuses the user or password in DATABASE_URL/,
  ],
  [
    'a % that was not encoded',
    () => url.replace(/:\w+@/, ':%aa@'),
    /refuses the user or password .*written as %25/,
  ],
  [
    'an impossible port',
    () => url.replace(/:\d+\//, ':70000/'),
    /has an address that cannot be used \(ERR_INVALID_URL\): correct the host and port/,
  ],
  [
    'a certificate check without an authority',
    () => `${url}?sslmode=verify-ca`,
    /cannot be trusted .*sslrootcert/,
  ],
])(
  'if PostgreSQL refuses the connection, %s is named as the cause',
  async (_, address, sentence) => {
    const refusal = await refusalOf(address())

    expect(refusal).toMatch(/^misconfigured: /)
    expect(refusal).toMatch(sentence)
  },
)

it('PGPASSWORD may have any characters', async () => {
  await cluster.query(
    `CREATE ROLE encoder SUPERUSER LOGIN PASSWORD 'Zm9v/YmFy+@:#%41=='`,
  )
  vi.stubEnv('PGPASSWORD', 'Zm9v/YmFy+@:#%41==')
  expect(await refusalOf(url.replace(/site:[^@]+/, 'encoder'))).toBe('accepted')
})

function atSocket(folder: string): string {
  const { port, password } = new URL(url)
  return `postgresql://site:${password}@/postgres?host=${folder}&port=${port}`
}

it('a PostgreSQL connection may use a Unix socket', async () => {
  const [folder = ''] = await selectColumnAt(
    url,
    'SHOW unix_socket_directories',
  )

  expect(await refusalOf(atSocket(folder))).toBe('accepted')
})

it('a missing Unix socket of PostgreSQL is an outage', async () => {
  expect(await refusalOf(atSocket('/tmp/nowhere'))).toMatch(
    /^passing: The database postgres on \/tmp\/nowhere does not answer/,
  )
})

it('a PostgreSQL database with another encoding is refused', async () => {
  await cluster.query(
    `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`,
  )

  expect(await refusalOf(cluster.addressOf('latin'))).toMatch(
    /^misconfigured: .* has sessions with server_encoding=LATIN1: create one with/,
  )
})

describe.skipIf(!locatePgbouncer())('behind PgBouncer', () => {
  it.each([
    ['its default settings', []],
    ['transaction pooling', ['pool_mode = transaction']],
    [
      'options that it ignores',
      ['ignore_startup_parameters = extra_float_digits,options'],
    ],
  ])('times are stored and read correctly with %s', async (name, settings) => {
    const database = name.replaceAll(' ', '_')
    await cluster.query(`CREATE DATABASE ${database}`)
    const pooler = await startPooler(settings)
    const address = pooler.addressOf(database)
    await migrateDatabase(address)
    const client = await open(address)
    const lastAskedAt = new Date('2026-11-22T10:00:00.123Z')
    const rows = Array.from({ length: 30 }, (_, id) => ({
      id: String(id),
      text: 'Why?',
      language: 'en',
      lastAskedAt,
    }))

    await client.$transaction(async (transaction) => {
      await transaction.unansweredQuestion.createMany({ data: rows })
      await transaction.unansweredQuestion.deleteMany({ where: { id: '0' } })
    })
    const found = await Promise.all(
      rows.map(({ id }) =>
        client.unansweredQuestion.findUnique({ where: { id } }),
      ),
    )

    expect(found.map((row) => row?.lastAskedAt.getTime())).toEqual([
      undefined,
      ...rows.slice(1).map(() => lastAskedAt.getTime()),
    ])
  })

  it.each([
    [
      'statement pooling',
      ['pool_mode = statement'],
      /^misconfigured: .* is behind a pooler in statement mode \(08P01\)/,
    ],
    [
      'a client above the limit',
      ['max_client_conn = 0'],
      /^passing: .* accepts no more connections \(08P01\)/,
    ],
    [
      'a client without the required encryption',
      tlsOnly,
      /^misconfigured: .* refuses a connection without encryption \(08P01\)/,
    ],
  ])(
    '%s is refused with advice on what to change',
    async (_, settings, sentence) => {
      await cluster.query('CREATE DATABASE pooled').catch(() => undefined)
      const pooler = await startPooler(
        typeof settings === 'function' ? await settings() : settings,
      )

      expect(await refusalOf(pooler.addressOf('pooled'))).toMatch(sentence)
    },
  )

  it.each([
    [
      'an unknown database',
      (address: string) => address.replace(/\w+$/, 'nowhere'),
      /does not exist \(08P01\): create it/,
    ],
    [
      'a wrong password',
      (address: string) => address.replace(/:\w+@/, ':wrong@'),
      /refuses the user or password/,
    ],
    [
      'an option in DATABASE_URL',
      (address: string) => `${address}?options=-c%20jit=off`,
      /refuses the options in DATABASE_URL/,
    ],
  ])('%s is named as the cause', async (_, change, sentence) => {
    const pooler = await startPooler()

    const refusal = await refusalOf(change(pooler.addressOf('postgres')))

    expect(refusal).toMatch(/^misconfigured: /)
    expect(refusal).toMatch(sentence)
  })

  it('unsafe session settings are refused with the command to run', async () => {
    await cluster.query('CREATE DATABASE unsafe')
    await cluster.query('ALTER DATABASE unsafe SET synchronous_commit = off')
    const pooler = await startPooler()

    const refusal = await refusalOf(pooler.addressOf('unsafe'))

    expect(refusal).toMatch(
      /^misconfigured: .* has sessions with synchronous_commit=off: .*ALTER ROLE site SET/,
    )
    expect(await refusalOf(cluster.addressOf('unsafe'))).toBe('accepted')
  })
})

async function tlsOnly() {
  const [folder = ''] = await selectColumnAt(url, 'SHOW data_directory')
  return [
    'client_tls_sslmode = require',
    `client_tls_cert_file = ${folder}/server.crt`,
    `client_tls_key_file = ${folder}/server.key`,
  ]
}
