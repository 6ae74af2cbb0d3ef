import { currentMonth } from '@/lib/attestations/month'
import { emblemOf } from '@/lib/brand/emblem'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { readLook } from '@/lib/brand/look'
import { env } from '@/lib/env'
import { escapeHtml } from '@/lib/escape-html'
import type { Locale } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { type PageName, paths } from '@/lib/routes'
import { pageGraph } from '@/lib/seo/json-ld/graph'
import { notFoundMetadata, pageMetadata } from '@/lib/seo/metadata'
import { pageContent } from '@/lib/seo/page-content'
import { yearSubpage } from '@/lib/seo/subpage'
import { site } from '@/lib/site'
import { openRaster } from '../../../images/raster'
import { shareImage } from '../../../images/share-image'
import type { RenderedPage } from './page'

/** What search engines and link previews are told of each page: the picture with the texts that it is drawn from. */
export async function linkPreviews(locale: Locale): Promise<RenderedPage> {
  const parts = []
  for (const page of Object.keys(paths) as PageName[]) parts.push(await pagePart(page, locale))
  return {
    title: 'Search results and link previews',
    parts: [...parts, await yearPart(locale), await notFoundPart(locale)],
  }
}

async function pagePart(page: PageName, locale: Locale) {
  const t = await loadTranslator(locale)
  const { heading } = pageContent[page]
  const { title, description, keywords } = await pageMetadata(Promise.resolve({ locale }), page)
  const words = { Title: title, Description: description, Keywords: keywords }
  const picture = { 'Its heading': t(heading), 'The line below': t('Hero.eyebrow') }
  const alt = t('ShareImage.alt', { heading: t(heading) })
  const graph = JSON.stringify(await pageGraph(page, locale), null, 2)
  return {
    title: `${localizedName(t(pageContent[page].name))}`,
    html: `${list(words)}<p><img src="${await pictureOf(page, locale)}" alt="${escapeHtml(alt)}" width="600"></p>
${list({ ...picture, 'The picture in words': alt })}
<details><summary>Structured data</summary><pre>${escapeHtml(graph)}</pre></details>`,
  }
}

async function yearPart(locale: Locale) {
  const year = String(Number(currentMonth().slice(0, 4)) - 1)
  const { title, description } = await yearSubpage({ year, page: 1 }, locale)
  return { title: 'A year of attestations', html: list({ Title: title, Description: description }) }
}

async function notFoundPart(locale: Locale) {
  const { title, description } = await notFoundMetadata(Promise.resolve({ locale }))
  return { title: 'Page not found', html: list({ Title: title, Description: description }) }
}

// Drawn from unmarked words, which it would otherwise show as boxes.
async function pictureOf(page: PageName, locale: Locale): Promise<string> {
  const t = await loadTranslator(locale)
  const { heading, metal } = pageContent[page]
  const look = readLook(brandFolder(env.BRAND))
  const raster = await openRaster(look)
  const [title, tagline] = [t(heading), t('Hero.eyebrow')].map(unmarked)
  const words = { brand: site.brand, product: site.product, title: title ?? '', tagline: tagline ?? '' }
  const drawing = shareImage(metal, words, { light: look.palette.light, emblem: emblemOf(look), raster })
  return `data:image/png;base64,${Buffer.from(raster.renderPalettePng(drawing)).toString('base64')}`
}

function unmarked(text: string): string {
  return text.replace(/[\u{E0020}-\u{E007F}]/gu, '')
}

function localizedName(name: string): string {
  return escapeHtml(name)
}

function list(words: Record<string, unknown>): string {
  const rows = Object.entries(words).map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(String(text))}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}
