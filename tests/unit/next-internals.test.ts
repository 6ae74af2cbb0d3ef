import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  inlineStyles,
  loadWithIntegrity,
  readIntegrity,
} from '@/lib/build/next-output'
import {
  internalHeader,
  pageDataStart,
  reactProperties,
} from '@/lib/next-internals'
import configure from '@/next.config.mjs'
import { bundlerFiles, loadTracer } from '@/scripts/builds/next-package'
import { makeScratchFolder } from '../support/scratch'

const { experimental = {} } = await configure(PHASE_PRODUCTION_SERVER)

const installed = 'node_modules/next/dist'

function readInstalled(file: string): string {
  return readFileSync(join(installed, file), 'utf8')
}

describe('the installed Next', () => {
  it('lists no internal header that the server lets through', () => {
    const source = readInstalled('server/lib/server-ipc/utils.js')
    const [, list = ''] = source.match(/INTERNAL_HEADERS = \[([^\]]*)\]/) ?? []
    const names = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)

    expect(names, 'Next no longer has INTERNAL_HEADERS').not.toEqual([])
    expect(
      names.filter((name) => !internalHeader.test(name)),
      'Next has new internal headers',
    ).toEqual([])
  })

  it('writes page data under the name that deferred scripts expect', () => {
    const source = readInstalled('server/app-render/use-flight-response.js')
    const [written = 'nothing'] = source.match(/\(?self\.__next_\w+/) ?? []

    expect(written, 'Next writes page data under another name').toMatch(
      pageDataStart,
    )
  })

  it('contains a React that stores properties on elements under the known name', () => {
    const react = readInstalled(
      'compiled/react-dom/cjs/react-dom-client.production.js',
    )

    expect(
      react.includes(`"${reactProperties}$"`),
      'React stores properties under another name',
    ).toBe(true)
  })
})

describe('a setting of the installed Next', () => {
  it.each(Object.keys(experimental))('still exists: %s', (name) => {
    const source = readInstalled('server/config-schema.js')

    expect(
      new RegExp(`\\b${name}: _zod`).test(source),
      `Next has renamed or removed experimental.${name} (next.config.mjs)`,
    ).toBe(true)
  })
})

describe('Next in development', () => {
  it.each([
    ['off', false],
    ['', undefined],
  ])(
    'with NEXT_BADGE=%j has its devIndicators set to %s',
    async (badge, set) => {
      vi.stubEnv('NEXT_BADGE', badge)
      vi.resetModules()
      const { default: load } = await import('@/next.config.mjs')

      const { devIndicators } = await load(PHASE_PRODUCTION_SERVER)

      expect(devIndicators).toBe(set)
    },
  )
})

describe('Next in a release', () => {
  it('has its tracer and the entry files of its bundler', () => {
    expect(loadTracer()).toBeTypeOf('function')
    expect(bundlerFiles()).not.toEqual([])
  })
})

describe('the output of a Next build', () => {
  const page = '/[locale]/contact/page'
  const manifests = {
    integrity: 'server/subresource-integrity-manifest.json',
    build: 'build-manifest.json',
    page: `server/app${page}_client-reference-manifest.js`,
  }
  const styles = {
    '[project]/app/layout': [{ content: 'a{}' }],
    '[project]/app/page': [{ content: 'a{}' }, { content: 'b{}' }],
  }
  let folder: string

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }

  function readOutput(file: string) {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  }

  beforeEach(() => {
    folder = makeScratchFolder('next-output-')
    write(manifests.integrity, '{"static/chunks/a.js":"sha256-a"}')
    write(manifests.build, '{"rootMainFiles":["m.js"],"rootMainFilesTree":{}}')
    const content = {
      chunks: ['/_next/static/chunks/a.js'],
      entryCSSFiles: styles,
    }
    write(
      manifests.page,
      `globalThis.M = M || {};\nM["${page}"] = ${JSON.stringify(content)};`,
    )
  })

  it('gets integrity for its main scripts and those of each page', () => {
    loadWithIntegrity(folder)

    expect(readOutput(manifests.build).rootMainFilesTree).toEqual({
      [page]: ['m.js', 'static/chunks/a.js'],
    })
  })

  it('has the styles of the innermost layout in each page', () => {
    expect(inlineStyles(folder)).toEqual(['a{}b{}'])
  })

  it.each<[file: keyof typeof manifests, text: string, difference: string]>([
    ['integrity', '{"a.js":{"sha256":"a"}}', 'a.js'],
    ['build', '{"rootMainFiles":["m.js"]}', 'rootMainFilesTree'],
    ['build', 'export default {}', 'the content'],
    [
      'page',
      'M["/page"] = {"entryCSSFiles":{"a":["a.css"]}};',
      'entryCSSFiles',
    ],
  ])(
    'is reported if a manifest has changed: %s %s',
    (file, text, difference) => {
      write(manifests[file], text)

      const use = () => {
        readIntegrity(folder)
        loadWithIntegrity(folder)
        inlineStyles(folder)
      }

      expect(use).toThrow(/^Next has changed \S*manifest\.js/)
      expect(use).toThrow(`uses: ${difference}`)
    },
  )

  it('is reported if a manifest is missing, with its name', () => {
    rmSync(join(folder, manifests.page))

    expect(() => inlineStyles(folder)).toThrow(
      'Next has changed page_client-reference-manifest.js',
    )
  })
})
