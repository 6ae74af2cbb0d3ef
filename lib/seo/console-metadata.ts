import type { Metadata } from 'next'
import { localeOf } from '@/lib/i18n/locale'
import { loadTranslator } from '@/lib/i18n/translator'
import type { ConsoleSection } from '@/lib/operator/console-paths'

export function consoleMetadata(section: ConsoleSection) {
  return async ({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const t = await loadTranslator(await localeOf(params))
    return {
      title: t('Operator.pageTitle', { section: t(`Operator.sections.${section}`) }),
      description: null,
      robots: { index: false, follow: false },
      openGraph: null,
      twitter: null,
      manifest: null,
    }
  }
}
