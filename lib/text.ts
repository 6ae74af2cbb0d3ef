export type TextTree = { [key: string]: string | TextTree }

export type OwnTexts = { [key: string]: string | null | OwnTexts }

export function mapTexts(
  tree: TextTree,
  change: (text: string, key: string) => string,
  path: string[] = [],
): TextTree {
  return mapValues(tree, (value, name) => {
    const keyPath = [...path, name]
    return typeof value === 'string'
      ? change(value, keyPath.join('.'))
      : mapTexts(value, change, keyPath)
  })
}

/**
 * Merges one tree into another: groups are merged, other values replaced, and
 * null removes an entry.
 */
export function mergeTexts<Tree extends object>(tree: Tree, own: object): Tree {
  const merged = { ...tree } as Record<string, unknown>
  for (const [name, value] of Object.entries(own)) {
    const known = merged[name]
    if (value === null) delete merged[name]
    else
      merged[name] = isRecord(value)
        ? mergeTexts(isRecord(known) ? known : {}, value)
        : value
  }
  return merged as Tree
}

/** Returns the text or group at a key such as `Hero.title`. */
export function valueAt(tree: object, key: string): unknown {
  let value: unknown = tree
  for (const name of key.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[name]
  return value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes a text safe between tags and in quoted attributes. */
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

export function keysOf<Group extends object>(
  group: Group,
): (keyof Group & string)[] {
  return Object.keys(group) as (keyof Group & string)[]
}

/** Writes each byte as two lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** Makes a record with a value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
) {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<
    Key,
    Value
  >
}

/** Changes the values of a record and keeps its keys. */
export function mapValues<Value, Result>(
  record: Record<string, Value>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value, key)]),
  )
}
