import { notFound } from 'next/navigation'
import { isLocale, type Locale } from './routing'

/** The language of a `[locale]` segment; any other segment ends in a 404. */
export async function localeOf(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  return locale
}
