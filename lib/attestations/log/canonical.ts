type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

/** JSON of which there is one text only: names sorted, no spaces (RFC 8785); what is undefined is left out. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  const members = given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
