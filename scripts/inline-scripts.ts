import { buildSync } from 'esbuild'

const folder = 'lib/build/inline'

/**
 * Bundles the scripts that pages contain. Each becomes a function expression,
 * whose arguments are added later.
 */
export function bundleInlineScripts(): Record<string, string> {
  return {
    loadScripts: bundle('load-scripts'),
    keepVisit: bundle('keep-visit'),
    layOutSections: bundle('lay-out-sections'),
    offerLanguage: bundle('offer-language'),
  }
}

function bundle(name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${folder}/${name}.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    write: false,
  })
  const text = outputFiles[0]?.text.trim() ?? ''
  const exported = /export\{(\w+) as \w+\};?$/.exec(text)
  if (!exported)
    throw new Error(`${folder}/${name}.ts must export one function.`)
  return `(()=>{${text.slice(0, exported.index)}return ${exported[1]}})()`
}
