import fc from 'fast-check'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { databaseNameOf, findAddressProblem } from '@/lib/database/address'

it.each([
  ['file:./data/site.db'],
  ['file:///srv/site/data/site.db'],
  ['postgresql://site@db.example/site'],
  [
    'postgres://site:a%2Fb@db.example:5432/site?sslmode=verify-full&sslrootcert=/path/ca.pem',
  ],
  ['postgresql://site:p@ss+word==@db.example/site'],
  ['postgresql://site@[::1]:5432/site'],
  ['postgresql:///site?host=/run/postgresql'],
  ['postgresql://site@%2Frun%2Fpostgresql/site'],
])('DATABASE_URL may be %s', (address) => {
  expect(findAddressProblem(address)).toBeUndefined()
})

const example = 'must be postgresql://user:password@host:5432/database'

it.each([
  ['./data/site.db', /^must be file: and a path/],
  ['file:', /^must be file: and a path/],
  ['file::memory:', /^must be file: and a path/],
  ['mysql://site@db.example/site', /^must be file: and a path/],
  ['file://data/site.db', /^must be file: and a path, such as/],
  ['file:~/site.db', /without "~"/],
  ['file:./data/site.db?connection_limit=1', /without .* parameters/],
  ['file:./data/site.db # the old one', /without .* a comment/],
  ['postgresql://site@db.example/site?schema=site', /search_path of the role/],
  ['postgresql://site@db.example', example],
  ['postgresql://site@db.example:port/site', example],
  ['postgresql://site@one.example,two.example/site', example],
  [
    'postgresql://site:Zm9v/YmFy==@db.example/site',
    /^has special characters: write \/ .* as %2F .* PGPASSWORD$/,
  ],
  ['postgresql://site:12/34@db.example/site', /^has special characters/],
  ['postgresql://site:a#b@db.example/site', /^has special characters/],
  ['postgresql://site:what?@db.example/site', /^has special characters/],
  ['postgresql://site:100%@db.example/site', /^has special characters/],
  ['postgresql://site:two words@db.example/site', /^has special characters/],
  [
    'postgresql://site@db.example/site?sslmode=no-verify',
    /^has an unknown sslmode: use disable, /,
  ],
])('DATABASE_URL must not be %s', (address, problem) => {
  expect(findAddressProblem(address)).toMatch(problem)
})

it('a DATABASE_URL password is read as by the driver or refused, but never quoted', () => {
  const password = fc.string({
    unit: fc.constantFrom(...'aZ09/+=@:#?%&[]!$ é'),
    minLength: 1,
    maxLength: 24,
  })
  // The messages about addresses without a password, so that they cannot quote
  // one.
  const sentences = ['postgresql:// /', 'postgresql://'].map(findAddressProblem)

  fc.assert(
    fc.property(password, (typed) => {
      const address = `postgresql://site:${typed}@db.example:5432/site`
      const problem = findAddressProblem(address)
      if (problem) return sentences.includes(problem)
      fc.pre(isDecodable(typed))
      const { host, database, password: found } = new Client(address)
      return (
        [host, database, found].join() ===
        ['db.example', 'site', decodeURIComponent(typed)].join()
      )
    }),
    { numRuns: 2000 },
  )
})

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

it.each([
  ['file:/srv/site/data/site.db', '/srv/site/data/site.db'],
  [
    'postgresql://site:secret@db.example:5432/leads?sslmode=require',
    'leads on db.example:5432',
  ],
  ['postgresql://site:sec@ret@[::1]:5432/leads', 'leads on [::1]:5432'],
  [
    'postgresql://site:secret@/leads?host=/run/postgresql',
    'leads on /run/postgresql',
  ],
  ['postgresql:///leads', 'leads on this machine'],
])('the database address %s is shown as %s', (address, name) => {
  expect(databaseNameOf(address)).toBe(name)
})
