import { bindFunction, bindPattern, type Types, typesOf } from './bindings'
import { childrenOf, isNode, type Node, type SourceFile } from './source'
import { argumentsOf, calleeName, evaluate, join, type Scope } from './values'

/** A place where code asks for texts. */
export type Use = {
  file: string
  /** Key names with wildcards, see `usage.ts`. */
  patterns: string[]
  /** Whether the text may have tags. */
  rich: boolean
  /** The arguments it is given, where that can be told. */
  args?: string[]
}

const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** Every place of a file that asks for texts. */
export function findUses({ path, program }: SourceFile): Use[] {
  const uses: Use[] = []
  const types = typesOf(program)
  const scope: Scope = new Map()
  // What a list's function is called with, see `bindCallback`.
  const given = new WeakMap<Node, string[]>()
  for (const statement of program.body as Node[]) declare(statement, scope, types)
  walk(program, scope)
  return uses

  function walk(node: Node, outer: Scope) {
    const inner = functions.test(node.type) ? new Map(outer) : outer
    if (inner !== outer) bindFunction(node, inner, types, given.get(node))
    declare(node, inner, types)
    if (node.type === 'CallExpression') {
      recordCall(node, inner)
      bindCallback(node, inner, given)
    }
    if (node.type === 'Identifier' || node.type === 'MemberExpression') {
      if (recordPart(node, inner)) return
    }
    for (const child of childrenOf(node)) if (isRead(child, node)) walk(child, inner)
  }

  function recordCall(node: Node, scope: Scope) {
    const [first, second] = argumentsOf(node)
    const callee = evaluate(node.callee, scope)
    if (callee?.kind === 'translator' && calleeName(node) !== 'has') {
      record(callee.names, first, scope, callee.rich, second)
    }
    const passed = evaluate(first, scope)
    if (calleeName(node) === 'plainText' && passed?.kind === 'translator') record(passed.names, second, scope, true)
  }

  function record(namespaces: string[], key: unknown, scope: Scope, rich: boolean, values?: unknown) {
    const value = evaluate(key, scope)
    const names = value?.kind === 'names' ? value.names : ['~']
    const patterns = namespaces.flatMap((namespace) => names.map((name) => join(namespace, name === '*' ? '~' : name)))
    uses.push({ file: path, patterns, rich, args: argumentNames(values) })
  }

  // A part of the catalog that is handed on as it is: who gets it may show any text in it.
  function recordPart(node: Node, scope: Scope): boolean {
    const value = evaluate(node, scope)
    if (value?.kind !== 'catalog') return false
    const patterns = value.names.filter(Boolean).flatMap((name) => [name, `${name}.**`])
    if (patterns.length > 0) uses.push({ file: path, patterns, rich: true })
    return true
  }
}

function declare(node: Node, scope: Scope, types: Types) {
  const list = node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : []
  for (const { id, init } of list) if (isNode(id)) bindPattern(id, evaluate(init, scope), scope, types)
}

// The names of a list reach the function that is called with each of them.
function bindCallback(node: Node, scope: Scope, given: WeakMap<Node, string[]>) {
  const callee = node.callee as Node
  const list = callee.type === 'MemberExpression' ? evaluate(callee.object, scope) : undefined
  const [callback] = argumentsOf(node)
  if (list?.kind === 'list' && isNode(callback)) given.set(callback, list.names)
}

// Names that are written, not read, and groups whose own names alone are asked for.
function isRead(child: Node, parent: Node): boolean {
  if (parent.type === 'VariableDeclarator') return child !== parent.id && child.type !== 'MemberExpression'
  if (parent.type === 'Property') return child !== parent.key || parent.computed === true
  if (parent.type === 'MemberExpression') return child !== parent.property || parent.computed === true
  if (parent.type === 'CallExpression' && calleeName(parent) === 'keysOf') return false
  return !(functions.test(parent.type) && (parent.params as Node[]).includes(child))
}

function argumentNames(values: unknown): string[] | undefined {
  if (values === undefined) return []
  if (!isNode(values) || values.type !== 'ObjectExpression') return undefined
  const properties = values.properties as Node[]
  if (properties.some(({ type, computed }) => type !== 'Property' || computed)) return undefined
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value))
}
