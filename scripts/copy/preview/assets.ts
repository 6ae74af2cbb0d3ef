// Saves a page as it stands in the browser, with its styles and fonts beside it, to be opened without a server.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright'

const folderName = 'assets'

/** Saves the page as `name` in the folder; `links` are the files of other pages by their paths. */
export async function savePage(page: Page, folder: string, name: string, links: Map<string, string>) {
  const saved = new Map<string, string>()
  const { html, addresses } = await page.evaluate(readDocument)
  for (const address of addresses) saved.set(address, await saveAsset(page, folder, address, saved))
  const withAssets = [...saved].reduce((text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`), html)
  const withLinks = withAssets.replace(/(<a\b[^>]*?) href="(\/[^"]*)"/g, (_, start: string, href: string) => {
    const file = links.get(href.replace(/[?#].*/, ''))
    return file ? `${start} href="${file}"` : start
  })
  // The marks of the keys, which nobody sees.
  writeFileSync(join(folder, name), withLinks.replace(/[\u{E0000}-\u{E007F}]/gu, ''))
}

/** Runs in the page: its HTML without scripts, and the addresses of what it needs. */
function readDocument() {
  const root = document.documentElement.cloneNode(true) as HTMLElement
  const unneeded = 'script, nextjs-portal, link:not([rel=stylesheet]), meta[http-equiv]'
  for (const element of root.querySelectorAll(unneeded)) element.remove()
  const needed = root.querySelectorAll<HTMLElement>('link[rel=stylesheet], img[src]')
  const addresses = [...needed].map((element) => {
    const name = element.localName === 'img' ? 'src' : 'href'
    element.removeAttribute('srcset')
    return element.getAttribute(name) ?? ''
  })
  return {
    html: `<!doctype html>\n${root.outerHTML}`,
    addresses: addresses.filter((address) => /^\/(?!\/)/.test(address)),
  }
}

async function saveAsset(page: Page, folder: string, address: string, saved: Map<string, string>): Promise<string> {
  const url = new URL(address, page.url())
  const response = await page.request.get(url.href)
  const isStyle = /^text\/css/.test(response.headers()['content-type'] ?? '')
  const css = isStyle ? await saveUses(page, folder, await response.text(), url, saved) : undefined
  const content = css === undefined ? await response.body() : Buffer.from(css)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const file = `${hash}${isStyle ? '.css' : extname(url.pathname)}`
  const path = join(folder, folderName, file)
  mkdirSync(join(folder, folderName), { recursive: true })
  if (!existsSync(path)) writeFileSync(path, content)
  return `${folderName}/${file}`
}

// Fonts of a style sheet lie beside it.
async function saveUses(
  page: Page,
  folder: string,
  css: string,
  base: URL,
  saved: Map<string, string>,
): Promise<string> {
  const uses = [...new Set([...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)].map(([, use = '']) => use))]
  let text = css
  for (const use of uses.filter((each) => !/^(data:|#)/.test(each))) {
    const { href, pathname } = new URL(use, base)
    // A browser takes no masks from the files of a disk.
    const place = pathname.endsWith('.svg') ? await readAsData(page, href) : await saveOnce(page, folder, href, saved)
    text = text.replaceAll(use, place)
  }
  return text
}

async function readAsData(page: Page, href: string): Promise<string> {
  const response = await page.request.get(href)
  return `data:image/svg+xml;base64,${(await response.body()).toString('base64')}`
}

async function saveOnce(page: Page, folder: string, href: string, saved: Map<string, string>): Promise<string> {
  const file = saved.get(href) ?? (await saveAsset(page, folder, href, saved))
  saved.set(href, file)
  return file.slice(folderName.length + 1)
}
