import type { NextAdapter } from 'next'

export type Build = Pick<Parameters<NonNullable<NextAdapter['onBuildComplete']>>[0], 'distDir' | 'outputs'>

export type BuiltFile = { address: string; from: string; type?: string }

export function builtFiles({ prerenders, staticFiles }: Build['outputs']): BuiltFile[] {
  const prerendered = prerenders.flatMap(({ pathname: address, fallback }): BuiltFile[] => {
    const from = fallback && 'filePath' in fallback ? fallback.filePath : undefined
    if (!from || !/\.(html|body)$/.test(from)) return []
    const type = fallback?.initialHeaders?.['content-type']
    return [{ address, from, ...(typeof type === 'string' && { type }) }]
  })
  return [...prerendered, ...staticFiles.map(({ pathname, filePath }) => ({ address: pathname, from: filePath }))]
}
