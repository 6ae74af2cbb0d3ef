// Replaces styles, which components import for Next, with empty modules,
// because Node cannot load them.
import { register } from 'node:module'

const hook = `export function load(url, context, next) {
  return url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context)
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
