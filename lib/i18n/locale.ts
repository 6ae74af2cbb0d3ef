import { notFound } from 'next/navigation'
import { isLocale, type Locale } from './routing'

export async function readLocaleParam(
  params: Promise<{ locale: string }>,
): Promise<Locale> {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  return locale
}
