import { useLocale, useTranslations } from 'next-intl'
import { uploadTexts } from '@/components/attestations/file-upload'
import { FigureFields } from '@/components/attestations/report-form'
import { Field } from '@/components/ui/field'
import type { Report } from '@/lib/attestations/archive'
import { definitionOf, type ReportField } from '@/lib/attestations/fields'
import { formatMonth } from '@/lib/attestations/format'
import type { DraftFields } from '@/lib/attestations/schema'
import type { FieldProblems } from '@/lib/http/error-response'
import { ConsoleForm } from '../console-form'
import { ConsoleUpload } from './console-upload'

type Props = {
  /** Undefined for a draft that is not saved yet. */
  id: string | undefined
  fields: DraftFields
  problems: FieldProblems
  archive: Report[]
}

/** The form of a draft, which any browser can send: what was typed is kept, whatever is wrong with it. */
export function DraftForm({ id, fields, problems, archive }: Props) {
  const t = useTranslations('OperatorReports')
  const texts = useTranslations('Attestations.operatorActions')
  const locale = useLocale()
  const replaceable = archive.filter((report) => report.replacedById === null || report.id === fields.replaces)

  const field = (name: ReportField) => {
    const [code] = problems[name] ?? []
    const { max = 0, required } = definitionOf(name)
    return {
      id: `report-${name}`,
      name,
      label: texts(`fields.${name}`),
      defaultValue: fields[name],
      required,
      error: code && texts(`errors.${code}` as 'errors.too_long', { max }),
    }
  }

  // `noValidate`: a draft may be incomplete.
  return (
    <ConsoleForm action="/api/operator/reports" className="report-form" encType="multipart/form-data" noValidate>
      {id && <input type="hidden" name="draft" value={id} />}
      <p className="hint">{texts('requiredHint')}</p>
      <div className="field-grid">
        <Field {...field('title')} />
        <Field {...field('report_date')} hint={texts('hints.report_date')} placeholder="2025-01" />
      </div>
      <Field {...field('description')} rows={3} />
      <div className="field">
        <label htmlFor="report-replaces">{texts('fields.replaces')}</label>
        <select id="report-replaces" name="replaces" defaultValue={fields.replaces}>
          <option value="">{texts('replacesNothing')}</option>
          {replaceable.map(({ id: other, reportDate, title }) => (
            <option key={other} value={other}>
              {`${formatMonth(locale, reportDate)} · ${title}`}
            </option>
          ))}
        </select>
      </div>
      <FigureFields field={field} />
      <fieldset>
        <legend>{t('file.legend')}</legend>
        <Field {...field('file_url')} type="url" hint={t('file.addressHint')} />
        <Field {...field('sha256')} spellCheck={false} hint={t('file.fingerprintHint')} />
        <ConsoleUpload texts={uploadTexts(texts)} />
      </fieldset>
      <p className="row">
        <button type="submit" name="intent" value="publish" className="button">
          {t('publish')}
        </button>
        <button type="submit" name="intent" value="save" className="quiet-button">
          {t('save')}
        </button>
      </p>
    </ConsoleForm>
  )
}
