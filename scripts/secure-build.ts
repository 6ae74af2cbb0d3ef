// The last step of a build: every script of a page gets its integrity, every page a policy that allows its own inline
// scripts and nothing else. A page that no strict policy could serve ends the build.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '@/lib/env'
import { isRenderedPerRequest, routes } from '@/lib/routes'
import { tagManagerOrigin } from '@/lib/security/policy.mjs'
import { addIntegrity, type IntegrityOf } from './security/add-integrity'
import { addPolicies, type Pages, problemsOf } from './security/add-policies'
import { errorPage } from './security/error-page'
import { inspectPage } from './security/inspect-page'

const folder = env.DEMO ? '.next-demo' : '.next'
const integrityOf = readJson<IntegrityOf>('server/subresource-integrity-manifest.json')

// What a running server of an earlier build copied for itself.
rmSync(join(folder, 'server/route-cache'), { recursive: true, force: true })
// Next's own error page has inline styles. Its pages for all that is not in `app` are copies.
write('server/app/_global-error.html', await errorPage())

const pages: Pages = new Map()
for (const file of readdirSync(join(folder, 'server/app'), { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.html')) continue
  const html = addIntegrity(readFileSync(join(folder, 'server/app', file), 'utf8'), integrityOf)
  write(join('server/app', file), html)
  pages.set(`/${file.replaceAll('\\', '/').slice(0, -'.html'.length)}`, inspectPage(html))
}
for (const [copy, original] of Object.entries({ '404': '_not-found', '500': '_global-error' })) {
  copyFileSync(join(folder, `server/app/${original}.html`), join(folder, `server/pages/${copy}.html`))
}

const errors = problemsOf(pages)
if (errors.length > 0) fail(errors.join('\n'))

const manifest = readJson<{ headers: Parameters<typeof addPolicies>[0] }>('routes-manifest.json')
try {
  const headers = addPolicies(manifest.headers, pages, tagManagerOrigin(env.SITE_TAG_MANAGER_URL))
  write('routes-manifest.json', JSON.stringify({ ...manifest, headers }))
} catch (error) {
  fail((error as Error).message)
}
loadWithIntegrity()

// Next gives integrity to the scripts of this list; for a page rendered per request it has to name all of them.
function loadWithIntegrity() {
  type BuildManifest = { rootMainFiles: string[]; rootMainFilesTree: Record<string, string[]> }
  const build = readJson<BuildManifest>('build-manifest.json')
  for (const path of Object.keys(routes).filter(isRenderedPerRequest)) {
    const page = `/[locale]${path}/page`
    const own = readFileSync(join(folder, `server/app${page}_client-reference-manifest.js`), 'utf8')
    const chunks = [...own.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(([file]) => file)
    build.rootMainFilesTree[page] = [...new Set([...build.rootMainFiles, ...chunks])]
  }
  write('build-manifest.json', JSON.stringify(build))
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

function write(file: string, text: string) {
  writeFileSync(join(folder, file), text)
}

function fail(reason: string): never {
  console.error(`The built pages cannot be served under the site's security policy:\n${reason}`)
  process.exit(1)
}
