import { isNode, type Node } from './source'
import { join, names, type Scope, type Value } from './values'

/** The types that a file declares, by their names. */
export type Types = Map<string, Node>

export function typesOf(program: Node): Types {
  const statements = (program.body as Node[]).map(({ declaration, ...node }) =>
    isNode(declaration) ? declaration : node,
  )
  const aliases = statements.filter((node) => node.type === 'TSTypeAliasDeclaration') as Node[]
  return new Map(aliases.map(({ id, typeAnnotation }) => [String((id as Node).name), typeAnnotation as Node]))
}

/** Gives a function's parameters what their types say that they are, the first one what it is called with. */
export function bindFunction(node: Node, scope: Scope, types: Types, given?: string[]) {
  for (const [at, parameter] of (node.params as Node[]).entries()) {
    bindPattern(parameter, given && at === 0 ? names(given) : undefined, scope, types)
  }
}

/** Binds a name, or the names that a value is taken apart into. */
export function bindPattern(pattern: Node, value: Value | undefined, scope: Scope, types: Types) {
  const type = annotationOf(pattern)
  if (pattern.type === 'Identifier') {
    bindName(pattern.name as string, value ?? valueOfType(type, types), scope)
    return
  }
  if (pattern.type !== 'ObjectPattern') return
  const members = membersOf(type, types)
  for (const property of pattern.properties as Node[]) bindProperty(property, value, members, scope, types)
}

function bindProperty(property: Node, value: Value | undefined, members: Types, scope: Scope, types: Types) {
  const target = (property.argument ?? property.value) as Node
  const name = target.type === 'AssignmentPattern' ? (target.left as Node) : target
  if (name.type !== 'Identifier') return
  const key = isNode(property.key) ? String(property.key.name) : undefined
  const whole = value?.kind === 'catalog' ? value : undefined
  const part = whole && key ? { ...whole, names: whole.names.map((path) => join(path, key)) } : whole
  bindName(name.name as string, part ?? valueOfType(key ? members.get(key) : undefined, types), scope)
}

function bindName(name: string, value: Value | undefined, scope: Scope) {
  if (value) scope.set(name, value)
  else scope.delete(name)
}

function annotationOf({ typeAnnotation }: Node): Node | undefined {
  return isNode(typeAnnotation) ? (typeAnnotation.typeAnnotation as Node) : undefined
}

function membersOf(type: Node | undefined, types: Types): Types {
  const resolved = resolve(type, types)
  const members = resolved?.type === 'TSTypeLiteral' ? (resolved.members as Node[]) : []
  return new Map(
    members.flatMap((member) => {
      const own = annotationOf(member)
      return isNode(member.key) && own ? [[String(member.key.name), own] as const] : []
    }),
  )
}

function valueOfType(type: Node | undefined, types: Types): Value | undefined {
  const name = referenceOf(type)
  if (name === 'Translator') return { kind: 'translator', names: [''], rich: false }
  if (name === 'Messages') return { kind: 'catalog', names: [''] }
  const resolved = resolve(type, types)
  const parts = resolved?.type === 'TSUnionType' ? (resolved.types as Node[]) : [resolved]
  const literals = parts.map((part) => (part?.literal as Node | undefined)?.value)
  return literals.every((literal) => typeof literal === 'string') ? names(literals) : undefined
}

function resolve(type: Node | undefined, types: Types): Node | undefined {
  const name = referenceOf(type)
  return name && types.has(name) ? types.get(name) : type
}

function referenceOf(type: Node | undefined): string | undefined {
  if (type?.type !== 'TSTypeReference') return undefined
  return String((type.typeName as Node).name)
}
