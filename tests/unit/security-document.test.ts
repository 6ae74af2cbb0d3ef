import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')

function matches(pattern: RegExp): string[][] {
  const found = [...text.matchAll(pattern)].map((match) => match.slice(1).map(String))
  expect(found.length).toBeGreaterThan(0)
  return found
}

/** Every number that a list such as `V1.2.6–V1.2.8, V1.5.1` stands for. */
function numbersIn(list: string): string[] {
  return [...list.matchAll(/V([\d.]+)\.(\d+)(?:–V[\d.]+\.(\d+))?/g)].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
  )
}

describe('docs/security.md', () => {
  it('names tests that exist', () => {
    const files = globSync('tests/{unit,e2e}/*.ts')
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    for (const [promise = '', titles = ''] of matches(/^\| (P\d+) \|.+\| ([^|]+) \|$/gm)) {
      const named = [...titles.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title)
      expect(named, promise).not.toEqual([])
      const quoted = (title: string) => [`'${title}'`, `"${title}"`, `\`${title}\``]
      const missing = named.filter((title) => !quoted(title).some((literal) => source.includes(literal)))
      expect(missing, promise).toEqual([])
    }
  })

  it('names files and commands that there are', () => {
    const files = matches(/`((?:app|components|docs|lib|messages|scripts|tests)\/[^`\s]+|[\w.-]+\.(?:ts|json))`/g)
    for (const [file = ''] of files) expect(existsSync(file), file).toBe(true)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const [command = ''] of matches(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(command)
  })

  it('names settings that there are', () => {
    const settings = readFileSync('.env.example', 'utf8')
    for (const [name = ''] of matches(/`([A-Z]+(?:_[A-Z]+)+)[=`]/g)) expect(settings).toContain(`\n${name}=`)
  })

  it('refers to promises that it makes', () => {
    const made = matches(/^\| (P\d+) +\|/gm).flat()
    expect(new Set(made).size).toBe(made.length)
    for (const [promise = ''] of matches(/\b(P\d+)\b/g)) expect(made).toContain(promise)
  })

  it('has a row for each of the 253 requirements of ASVS 5.0.0 at levels 1 and 2, and counts them rightly', () => {
    const rows = matches(/^\| (V\d[^|]*) \| ([^|]+) \|(?: ([^|]+) \|)?/gm)
    const numbers = rows.flatMap(([list = '']) => numbersIn(list))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(253)
    const states = rows.map(([, , state = '']) => state.replaceAll('*', '').trim())
    const counts = ['held', 'operator', 'partly', 'not held'].map(
      (state) => states.filter((each) => each === state).length,
    )
    const sentence =
      /(\d+) apply: (\d+) are held, (\d+) are the operator's to hold, (\d+) are held in part, (\d+) are not held/
    const said = text.replace(/\s+/g, ' ').match(sentence)?.slice(1).map(Number)
    expect(said).toEqual([counts.reduce((sum, count) => sum + count), ...counts])
  })
})
