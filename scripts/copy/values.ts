import { isNode, type Node } from './source'

/**
 * What a piece of code can stand for, as far as texts are concerned: key names (with wildcards, see `usage.ts`), a list
 * of them, a function that gives texts, or a part of the catalog itself.
 */
export type Value =
  | { kind: 'names' | 'list' | 'catalog'; names: string[] }
  | { kind: 'translator'; names: string[]; rich: boolean }

export type Scope = Map<string, Value>

const translators = new Set(['useTranslations', 'getTranslations', 'loadTranslator', 'createTranslator'])
const catalogs = new Set(['useMessages', 'getMessages', 'loadMessages', 'loadCatalog'])
const wrappers = new Set([
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'],
  ...['AwaitExpression', 'ChainExpression', 'ParenthesizedExpression'],
])

/** What an expression stands for; undefined when that has nothing to do with texts or cannot be told. */
export function evaluate(node: unknown, scope: Scope): Value | undefined {
  if (!isNode(node)) return undefined
  if (wrappers.has(node.type)) return evaluate(node.expression ?? node.argument, scope)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? names([node.value]) : undefined
    case 'TemplateLiteral':
      return names(templateNames(node, scope))
    case 'ConditionalExpression':
      return merge(evaluate(node.consequent, scope), evaluate(node.alternate, scope))
    case 'LogicalExpression':
      return merge(evaluate(node.left, scope), evaluate(node.right, scope))
    case 'Identifier':
      return scope.get(node.name as string)
    case 'ArrayExpression':
      return { kind: 'list', names: (node.elements as unknown[]).flatMap((element) => namesOf(element, scope)) }
    case 'CallExpression':
      return evaluateCall(node, scope)
    case 'MemberExpression':
      return evaluateMember(node, scope)
  }
}

/** The key names an expression can give; `*` where that cannot be told. */
function namesOf(node: unknown, scope: Scope): string[] {
  const value = evaluate(node, scope)
  return value?.kind === 'names' ? value.names : ['*']
}

/** The name by which a function is called, of a method only its own. */
export function calleeName({ callee }: Node): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return callee.name as string
  return callee.type === 'MemberExpression' && isNode(callee.property) ? String(callee.property.name) : ''
}

export function argumentsOf(node: Node): unknown[] {
  return node.arguments as unknown[]
}

export function names(list: string[]): Value {
  return { kind: 'names', names: list }
}

function templateNames({ quasis, expressions }: Node, scope: Scope): string[] {
  const texts = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return (expressions as unknown[]).reduce<string[]>(
    (begun, expression, at) =>
      begun.flatMap((start) => namesOf(expression, scope).map((name) => start + name + (texts[at + 1] ?? ''))),
    [texts[0] ?? ''],
  )
}

function merge(one?: Value, other?: Value): Value | undefined {
  if (!one || !other) return one ?? other
  return one.kind === other.kind ? { ...one, names: [...one.names, ...other.names] } : one
}

function evaluateCall(node: Node, scope: Scope): Value | undefined {
  const name = calleeName(node)
  const [first] = argumentsOf(node)
  if (translators.has(name)) return { kind: 'translator', names: namespacesOf(name, first, scope), rich: false }
  if (catalogs.has(name)) return { kind: 'catalog', names: [''] }
  if (name === 'keysOf') return { kind: 'list', names: ['+'] }
  const callee = node.callee as Node
  const list = callee.type === 'MemberExpression' ? evaluate(callee.object, scope) : undefined
  return list?.kind === 'list' && /^(filter|slice|sort|toSorted)$/.test(name) ? list : undefined
}

function namespacesOf(name: string, first: unknown, scope: Scope): string[] {
  if (name === 'loadTranslator' || !isNode(first)) return ['']
  if (name !== 'createTranslator') return namesOf(first, scope)
  const property = (first.properties as Node[]).find(({ key }) => isNode(key) && key.name === 'namespace')
  return property ? namesOf(property.value, scope) : ['']
}

function evaluateMember(node: Node, scope: Scope): Value | undefined {
  const object = evaluate(node.object, scope)
  const own = String((node.property as Node).name)
  if (object?.kind === 'translator') return { ...object, rich: own === 'rich' || own === 'markup' }
  if (object?.kind !== 'catalog') return undefined
  const steps = node.computed ? namesOf(node.property, scope) : [own]
  return { kind: 'catalog', names: object.names.flatMap((path) => steps.map((step) => join(path, step))) }
}

/** A key below a group; '' is the catalog itself. */
export function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name
}
