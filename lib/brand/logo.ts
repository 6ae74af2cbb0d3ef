import { BrandError } from './facts'

/** The attributes of the root element that its content needs, and the content. */
export type Logo = { viewBox: string; attributes: string; content: string }

const maxBytes = 16 * 1024
const elements = 'svg g path circle ellipse rect line polyline polygon defs use clipPath title desc'.split(' ')
const paints = ['fill', 'stroke', 'color']
const ofPlace = ['xmlns', 'width', 'height', 'x', 'y', 'viewBox', 'version', 'id']
const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g

/** A logo as an SVG of one colour, `currentColor`. Throws BrandError, which names the file and what is wrong there. */
export function parseLogo(text: string, file: string): Logo {
  const svg = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>|<!--.*?-->/gs, '').trim()
  const problems = [...problemsOfFile(text, svg), ...problemsOfElements(svg)]
  if (problems.length > 0) throw new BrandError(`The logo (${file}) is wrong`, [...new Set(problems)])
  const [opening = '', , , attributes = ''] = svg.match(new RegExp(tag.source)) ?? []
  return {
    viewBox: Object.fromEntries(attributesOf(attributes)).viewBox ?? '',
    attributes: attributesOf(attributes)
      .filter(([name]) => !ofPlace.includes(name))
      .map(([name, value]) => ` ${name}="${value}"`)
      .join(''),
    content: svg.slice(opening.length, svg.lastIndexOf('</')),
  }
}

function problemsOfFile(text: string, svg: string): string[] {
  const [, , name, attributes = ''] = svg.match(new RegExp(`^${tag.source}`)) ?? []
  if (name !== 'svg' || !svg.endsWith('</svg>')) return ['it must be an SVG element and nothing else']
  const [, , width, height] = (Object.fromEntries(attributesOf(attributes)).viewBox ?? '').split(/[\s,]+/).map(Number)
  return [
    ...(Buffer.byteLength(text) > maxBytes
      ? [`it must have at most ${maxBytes / 1024} kB, as every page shows it`]
      : []),
    ...(width && width === height ? [] : ['its viewBox must be a square']),
  ]
}

function problemsOfElements(svg: string): string[] {
  const open: string[] = []
  const problems: string[] = []
  const text = svg.replace(tag, (_, closing: string, name: string, attributes: string, empty: string) => {
    if (!elements.includes(name)) problems.push(`an element ${name} is not allowed`)
    if (closing && open.pop() !== name) problems.push(`</${name}> closes nothing`)
    if (!closing && !empty) open.push(name)
    problems.push(...attributesOf(attributes).flatMap(problemOfAttribute))
    return ''
  })
  if (/[<>]/.test(text) || open.length > 0) problems.push('it is not well-formed, or has more than elements')
  return problems
}

function problemOfAttribute([name, value]: [string, string]): string[] {
  if (/^(on|style$|class$|xml:|xlink:(?!href$))/.test(name)) return [`an attribute ${name} is not allowed`]
  if (/href$/.test(name) && !value.startsWith('#')) return [`${name}="${value}" refers to another file`]
  if (/url\(\s*['"]?(?!#)|&|javascript:/i.test(value)) return [`${name}="${value}" is not allowed`]
  if (paints.includes(name) && !['currentColor', 'none', 'inherit'].includes(value))
    return [`${name}="${value}" must be currentColor or none`]
  return []
}

function attributesOf(attributes: string): [string, string][] {
  return [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
    name,
    double ?? single ?? '',
  ])
}
