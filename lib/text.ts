export type TextTree = { [key: string]: string | TextTree }

export type OwnTexts = { [key: string]: string | null | OwnTexts }

export function mapTexts(tree: TextTree, change: (text: string, key: string) => string, path: string[] = []): TextTree {
  const entries = Object.entries(tree).map(([name, value]) => {
    const place = [...path, name]
    return [name, typeof value === 'string' ? change(value, place.join('.')) : mapTexts(value, change, place)]
  })
  return Object.fromEntries(entries)
}

export function mergeTexts(tree: TextTree, own: OwnTexts): TextTree {
  const merged = { ...tree }
  for (const [name, value] of Object.entries(own)) {
    const known = merged[name]
    if (value === null) delete merged[name]
    else if (typeof value === 'string') merged[name] = value
    else merged[name] = mergeTexts(typeof known === 'object' ? known : {}, value)
  }
  return merged
}

/** Safe between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function keysOf<Group extends object>(group: Group): (keyof Group & string)[] {
  return Object.keys(group) as (keyof Group & string)[]
}
