import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import type { ReportField } from '@/lib/attestations/fields'

const figures = ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens'] as const

/** The fields for what a report says of the reserves; `field` gives each its label, value and error. */
export function FigureFields({ field }: { field: (name: ReportField) => ComponentProps<typeof Field> }) {
  const t = useTranslations('Attestations.operatorActions')
  return (
    <fieldset>
      <legend>{t('reservesLegend')}</legend>
      <p className="hint">{t('hints.figures')}</p>
      <div className="field-grid">
        {figures.map((name) => (
          <Field key={name} {...field(name)} inputMode="decimal" />
        ))}
        <Field {...field('as_of')} type="date" />
        <Field {...field('firm')} />
      </div>
    </fieldset>
  )
}
