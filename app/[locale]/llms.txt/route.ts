import { readLocaleParam } from '@/lib/i18n/locale'
import { routing } from '@/lib/i18n/routing'
import { llmsText } from '@/lib/seo/llms-text'

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }))
}

/** Returns the site's facts in one text for language models (llmstxt.org). */
export async function GET(
  _: Request,
  { params }: RouteContext<'/[locale]/llms.txt'>,
) {
  return new Response(await llmsText(await readLocaleParam(params)), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
