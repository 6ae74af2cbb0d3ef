import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readPrivateKey } from '@/lib/attestations/log/private-key'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'
import { parseFacts, parseTexts } from '@/lib/brand/facts'
import { readBrandFiles } from '@/lib/brand/folder.mjs'
import { readLook } from '@/lib/brand/look'
import { readMigrations } from '@/lib/database/migrations'
import { readJson, readText, writeText } from '@/lib/text-file.mjs'
import { hashSources } from '@/scripts/stamps'
import { styleNames, textStyles } from '../support/text-styles'

const scratch = mkdtempSync(join(tmpdir(), 'text-files-'))

afterAll(() => rmSync(scratch, { recursive: true }))

const file = join(scratch, 'file.json')

/** Copies a folder and saves its text files in another style. */
function copyInStyle(
  folder: string,
  style: (typeof styleNames)[number],
): string {
  const copy = mkdtempSync(join(scratch, 'copy-'))
  cpSync(folder, copy, { recursive: true })
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    const path = join(copy, name)
    if (/\.(json|sql|svg)$/.test(name))
      writeFileSync(path, textStyles[style](readFileSync(path, 'utf8')))
  }
  return copy
}

describe.each(styleNames)('a file with %s', (style) => {
  it('is read with LF and without a byte order mark', () => {
    writeFileSync(file, textStyles[style]('{ "é": 1 }\n\n// 文\n'))
    expect(readText(file)).toBe('{ "é": 1 }\n\n// 文\n')
  })

  it('keeps its line endings and byte order mark when a text is changed', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '\n', '{', ' '), { minLength: 1 })
      .map((parts) => parts.join(''))

    fc.assert(
      fc.property(text, text, (before, after) => {
        writeFileSync(file, textStyles[style](`${before}\n`))
        writeText(file, `${after}\n`)

        expect(readFileSync(file)).toEqual(textStyles[style](`${after}\n`))
      }),
      { numRuns: 50 },
    )
  })

  it('can belong to a brand', () => {
    const copy = copyInStyle('tests/brands/quorndon', style)
    const original = readBrandFiles('tests/brands/quorndon')
    const saved = readBrandFiles(copy)

    expect(saved).toEqual({ ...original, folder: copy })
    expect(parseFacts(saved.facts, 'brand.json').name).toBe('Quorndon')
    expect(Object.keys(parseTexts(saved))).toEqual(['en', 'es', 'fr'])
    expect(readLook(copy)).toEqual(readLook('tests/brands/quorndon'))
  })

  it('does not change the SQL or checksum of a migration', () => {
    expect(readMigrations(copyInStyle('prisma/migrations', style))).toEqual(
      readMigrations('prisma/migrations'),
    )
  })

  it('is accepted as a signing key', () => {
    writeFileSync(file, textStyles[style](makeSigningKey().pem))
    expect(readPrivateKey(file).asymmetricKeyType).toBe('ed25519')
  })
})

it.each([
  [
    'little endian, as PowerShell writes it',
    Buffer.from('\uFEFFSITE_URL=é\r\n', 'utf16le'),
  ],
  ['big endian', Buffer.from('\uFEFFSITE_URL=é\r\n', 'utf16le').swap16()],
])('a text in UTF-16 is read, %s', (_, bytes) => {
  writeFileSync(file, bytes)
  expect(readText(file)).toBe('SITE_URL=é\n')
})

it('a JSON file that cannot be read is reported', () => {
  writeFileSync(file, '{ "a": 1,\r\n}')

  expect(() => readJson(file)).toThrow(`${file} cannot be read: `)
})

it('a missing file has no text and no JSON', () => {
  const missing = join(scratch, 'none.json')

  expect(readJson(missing)).toBeNull()
  expect(readText(missing)).toBeUndefined()
})

it('a file is replaced atomically with the given permissions', () => {
  writeFileSync(file, 'a\n', { mode: 0o644 })

  writeText(file, 'b\n', 0o600)

  expect(readText(file)).toBe('b\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(
    readdirSync(scratch).filter((name) => name.endsWith('.saving')),
  ).toEqual([])
})

describe('the hash of a build', () => {
  const folder = join(scratch, 'sources')
  const hashOfText = (bytes: Buffer) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'page.tsx'), bytes)
    return hashSources([folder])
  }

  it('is the same with LF and CRLF', () => {
    const [lf, crlf] = [textStyles.LF, textStyles.CRLF].map((style) =>
      hashOfText(style('a\nb\n')),
    )
    expect(crlf).toBe(lf)
    expect(hashOfText(textStyles.LF('a\nc\n'))).not.toBe(lf)
  })

  it('is refused for a UTF-16 file, which no build can read', () => {
    const hash = () => hashOfText(Buffer.from('\uFEFFa\n', 'utf16le'))
    expect(hash).toThrow(
      `${join(folder, 'page.tsx')} is encoded as UTF-16: save it as UTF-8.`,
    )
  })
})
