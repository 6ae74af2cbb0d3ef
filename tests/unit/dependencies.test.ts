import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Manifest = {
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}
type Package = {
  name?: string
  hasInstallScript?: boolean
  integrity?: string
  optional?: boolean
  os?: string[]
}
type Lock = { packages: Record<string, Package> }

const manifest = readJson<Manifest>('package.json')
const lock = readJson<Lock>('package-lock.json')

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}

it.each(['package.json', 'tests/tools/package.json'])(
  '%s pins exact versions',
  (file) => {
    const { dependencies, devDependencies = {} } = readJson<Manifest>(file)

    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
    })) {
      expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  },
)

it('no package runs an install script', () => {
  const withScripts = Object.entries(lock.packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  )
  const names = withScripts.map(
    ([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''),
  )
  const { allowScripts = {} } = manifest

  expect(
    names.filter((name) => name !== 'fsevents' && !(name in allowScripts)),
  ).toEqual([])
  expect(
    Object.keys(allowScripts).filter((name) => allowScripts[name]),
  ).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('Next’s optional image library is not installed', () => {
  expect(existsSync('node_modules/next')).toBe(true)
  expect(existsSync('node_modules/sharp')).toBe(false)
  expect(
    Object.keys(lock.packages).filter((path) =>
      /@img\/sharp-(linux|darwin|win32|libvips)/.test(path),
    ),
  ).toEqual([])
})

it.each(['', 'tests/tools/'])(
  '%spackage-lock.json has a checksum for every package and names no registry',
  (folder) => {
    expect(readFileSync(`${folder}package-lock.json`, 'utf8')).not.toMatch(
      /"resolved"/,
    )

    const { packages } = readJson<Lock>(`${folder}package-lock.json`)
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity }]) => path && !integrity,
    )

    // Only binaries for other systems, which npm cannot install here, may lack
    // a checksum.
    expect(
      unchecked.map(([path]) => path).filter((path) => existsSync(path)),
    ).toEqual([])
    expect(
      unchecked.filter(([, { optional, os }]) => !(optional && os)),
    ).toEqual([])
  },
)
