import { NextIntlClientProvider, useMessages, useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Section } from '@/components/ui/section'
import { FileCheck } from './file-check'
import { Commands } from './report'

type Messages = ComponentProps<typeof NextIntlClientProvider>['messages']

/** Where a visitor finds out whether a downloaded file is one of the reports, and whether the list still has them all. */
export function CheckSection() {
  const t = useTranslations('Attestations')
  const { check } = useMessages().Attestations
  return (
    <Section id="check" title={t('checkTitle')} intro={t('checkIntro')}>
      <NextIntlClientProvider messages={{ Attestations: { check } } as unknown as Messages}>
        <FileCheck />
      </NextIntlClientProvider>
      <p className="soft">
        {t('keepCopy')}{' '}
        <a href="/api/attestations/log" download="attestations-log.json">
          {t('keepCopyLink')}
        </a>
      </p>
      <p className="check-by-hand soft">{t('checkByHand')}</p>
      <Commands />
    </Section>
  )
}
