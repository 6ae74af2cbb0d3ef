// Next's adapter (nextjs.org/docs/app/api-reference/adapters). Plain
// JavaScript, because every server loads it too.

export const name = 'site'

/** @type {NonNullable<import('next').NextAdapter['onBuildComplete']>} */
export async function onBuildComplete(build) {
  const { register } = await import('tsx/esm/api')
  register()
  const { securePages } = await import('./secure-pages.ts')
  const { writeStaticSite } = await import('./write-static-site.ts')
  const { writeTracedFiles } = await import('./traced-files.ts')
  await writeStaticSite(build, await securePages(build))
  writeTracedFiles(build)
}
