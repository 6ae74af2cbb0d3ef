import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { type ReportField, reportDefinitionOf } from '@/lib/attestations/fields'
import { languages, routing } from '@/lib/i18n/routing'

type Props = {
  inputOf: (name: ReportField) => ComponentProps<'input'>
  /** Returns the code of a field's error. */
  codeOf: (name: ReportField) => string | undefined
  upload: ReactNode
  /**
   * The checkbox that confirms an as-of date outside the month, if there is one
   * to confirm.
   */
  confirmation?: ComponentProps<'input'>
}

const figures = [
  'gold_ounces',
  'gold_tokens',
  'silver_ounces',
  'silver_tokens',
] as const

export function ReportFields({ inputOf, codeOf, upload, confirmation }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const field = (name: ReportField) => {
    const code = codeOf(name)
    const { max = 0, required } = reportDefinitionOf(name)
    return {
      ...inputOf(name),
      id: `report-${name}`,
      label: t(`fields.${name}`),
      required,
      error: code && t(`errors.${code}` as 'errors.too_long', { max }),
    }
  }
  return (
    <>
      <p className="hint">{t('requiredHint')}</p>
      <div className="field-grid">
        <Field {...field('title')} />
        <Field
          {...field('report_date')}
          hint={t('hints.report_date')}
          placeholder="2025-01"
        />
        <Field
          {...field('report_language')}
          options={routing.locales.map((locale) => [
            locale,
            languages[locale].name,
          ])}
        />
      </div>
      {upload}
      <Field {...field('file_url')} type="url" hint={t('hints.file_url')} />
      <Field {...field('sha256')} spellCheck={false} hint={t('hints.sha256')} />
      <Field {...field('description')} rows={3} />
      <fieldset>
        <legend>{t('reservesLegend')}</legend>
        <p className="hint">{t('hints.figures')}</p>
        <div className="field-grid">
          {figures
            .filter((name) => t.has(`fields.${name}`))
            .map((name) => (
              <Field key={name} {...field(name)} inputMode="decimal" />
            ))}
          <Field {...field('as_of')} type="date" />
          <Field {...field('firm')} />
        </div>
        {confirmation && (
          <p>
            <label>
              <input type="checkbox" {...confirmation} />{' '}
              {t('fields.as_of_confirmed')}
            </label>
          </p>
        )}
      </fieldset>
    </>
  )
}
