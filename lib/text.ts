export type TextTree = { [key: string]: string | TextTree }

/** Texts that replace some of a catalog; null leaves an entry of a list out. */
export type OwnTexts = { [key: string]: string | null | OwnTexts }

/** A catalog with each text changed; `key` is a text's place, such as `Contact.title`. */
export function mapTexts(tree: TextTree, change: (text: string, key: string) => string, path: string[] = []): TextTree {
  const entries = Object.entries(tree).map(([name, value]) => {
    const place = [...path, name]
    return [name, typeof value === 'string' ? change(value, place.join('.')) : mapTexts(value, change, place)]
  })
  return Object.fromEntries(entries)
}

/** A catalog with single texts replaced, added or left out. */
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

/** The value of a JSON text; undefined when it is malformed. */
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
