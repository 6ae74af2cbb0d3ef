import type { useTranslations } from 'next-intl'
import type { UploadTexts } from './file-upload'

/** What the field of a file says. */
export function uploadTexts(t: ReturnType<typeof useTranslations<'Attestations.operatorActions'>>): UploadTexts {
  return {
    label: t('upload.label'),
    hint: t('upload.hint'),
    sending: t('upload.sending', { percent: '{percent}' }),
    cancel: t('cancel'),
    cancelled: t('upload.cancelled'),
    kept: t('upload.kept'),
    failed: t('upload.failed'),
    too_large: t('upload.too_large'),
    not_pdf: t('upload.not_pdf'),
    no_space: t('upload.no_space'),
    unauthorized: t('problems.unauthorized'),
    rate_limited: t('problems.rate_limited', { minutes: 10 }),
    offline: t('problems.offline'),
  }
}
