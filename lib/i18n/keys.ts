/** The keys of a catalog's group in the order they stand there: sections show what the catalog holds. */
export function keysOf<Group extends object>(group: Group): (keyof Group & string)[] {
  return Object.keys(group) as (keyof Group & string)[]
}
