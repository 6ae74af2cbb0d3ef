import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Chromium then compiles all functions of a script in the background, while it is loaded; otherwise each one on the main
// thread, when it is first called (v8.dev/blog/explicit-compile-hints). A script's name stands for its content: another line
// here needs another `outputHashSalt` in next.config.mjs.
const hint = Buffer.from('//# allFunctionsCalledOnLoad\n')

/** Marks the scripts that every page runs at its start, most of which is called then. Their integrity values change with them. */
export function compileEarly(distDir: string, scripts: string[]): void {
  const renewed = new Map(
    scripts.map((script) => {
      const file = join(distDir, script)
      const content = readFileSync(file)
      const hinted = Buffer.concat([hint, content])
      writeFileSync(file, hinted)
      return [integrityOf(content), integrityOf(hinted)]
    }),
  )
  const entries = readdirSync(join(distDir, 'server'), { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile() && /\.(html|js|json|rsc)$/.test(each.name))) {
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(/sha256-[\w+/]{43}=/g, (value) => renewed.get(value) ?? value)
    if (changed !== text) writeFileSync(file, changed)
  }
}

function integrityOf(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
