import type { NextAdapter } from 'next'

export type Build = Pick<Parameters<NonNullable<NextAdapter['onBuildComplete']>>[0], 'distDir' | 'outputs'>

/** A built page or file: its internal address, where the build left its bytes, and its media type where it says so. */
export type BuiltFile = { address: string; from: string; type?: string }

/** All that a build of Next has finished: prerendered pages and texts, scripts, styles, fonts. */
export function builtFiles({ prerenders, staticFiles }: Build['outputs']): BuiltFile[] {
  const prerendered = prerenders.flatMap(({ pathname: address, fallback }): BuiltFile[] => {
    const from = fallback && 'filePath' in fallback ? fallback.filePath : undefined
    if (!from || !/\.(html|body)$/.test(from)) return []
    const type = fallback?.initialHeaders?.['content-type']
    return [{ address, from, ...(typeof type === 'string' && { type }) }]
  })
  return [...prerendered, ...staticFiles.map(({ pathname, filePath }) => ({ address: pathname, from: filePath }))]
}
