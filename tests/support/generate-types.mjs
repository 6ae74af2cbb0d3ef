// Writes the types of an OpenAPI document, which comes as JSON, as an integrator gets them from openapi-typescript.
import { register } from 'node:module'
import { json } from 'node:stream/consumers'

// It is made with the compiler as a library, which TypeScript 7 is not: TypeScript 5 stands beside it under another name.
const hooks = `export function resolve(specifier, context, next) {
  return next(specifier === 'typescript' ? 'typescript-5' : specifier, context)
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

const { default: openapiTS, astToString } = await import('openapi-typescript')
process.stdout.write(astToString(await openapiTS(await json(process.stdin), { rootTypes: true })))
