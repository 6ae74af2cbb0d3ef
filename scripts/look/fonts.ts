import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BrandError } from '@/lib/brand/facts'
import type { Font, Look } from '@/lib/brand/look'
import { fallbackName } from './styles'

const woff2 = [0x774f4632]
const trueType = [0x00010000, 0x74727565, 0x4f54544f]

/** The bytes of a WOFF2 file, named as in a brand's folder or in a package of npm. Throws BrandError. */
export function readWebFont(look: Pick<Look, 'folder'>, file: string): Buffer {
  return readFont(look, file, woff2, 'WOFF2')
}

/** The same of a TrueType or OpenType file. */
export function readTrueType(look: Pick<Look, 'folder'>, file: string): Buffer {
  return readFont(look, file, trueType, 'TrueType')
}

/**
 * A module for next/font, whose paths must be literal; `serif.woff2` and `sans.woff2` stand beside it. What an author
 * meets in a browser as the font's name is the constant's.
 */
export function fontModule({ fonts: { serif, sans } }: Pick<Look, 'fonts'>): string {
  return [
    `import localFont from 'next/font/local'`,
    fontConstant('serif', serif),
    fontConstant('sans', sans),
    `export const fontClasses = \`\${${constantName(serif)}.variable} \${${constantName(sans)}.variable}\``,
    '',
  ].join('\n')
}

function fontConstant(role: 'serif' | 'sans', font: Font): string {
  return `const ${constantName(font)} = localFont({
  src: './${role}.woff2',
  weight: '${font.weights.join(' ')}',
  variable: '--${role}-face',
  display: 'swap',
  adjustFontFallback: false,
  fallback: ['${fallbackName(font)}'],
})`
}

function constantName({ family }: Font): string {
  const [first = '', ...rest] = family.split(' ')
  return first.charAt(0).toLowerCase() + first.slice(1) + rest.join('')
}

function readFont({ folder }: Pick<Look, 'folder'>, file: string, kinds: number[], kind: string): Buffer {
  const packages = createRequire(import.meta.url).resolve.paths(file) ?? []
  const path = [folder, ...packages].map((place) => join(place, file)).find((name) => existsSync(name))
  if (!path)
    throw new BrandError(`${file}, which ${join(folder, 'look.json')} names, is neither there nor in a package.`)
  const bytes = readFileSync(path)
  if (bytes.length < 4 || !kinds.includes(bytes.readUInt32BE())) throw new BrandError(`${path} is no ${kind} font.`)
  return bytes
}
