import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { ownAddress, type Query } from '@/lib/operator/console-address'
import { ConsoleForm } from './console-form'

const problems = ['wrong', 'limited', 'unavailable', 'not_configured'] as const

/** Asks for the operator's key, by a form that any browser can send. */
export function SignIn({ query }: { query: Query }) {
  const t = useTranslations('Operator.signIn')
  const problem = problems.find((code) => code === query.problem)
  const minutes = Number(/^\d{1,4}$/.test(String(query.minutes)) ? query.minutes : 15)
  const error = problem && t(`problems.${problem}`, { minutes })
  return (
    <div className="console-sign-in">
      <h1>{t('title')}</h1>
      <p className="hint">{t('intro')}</p>
      {query.done === 'signed_out' && (
        <p className="outcome outcome-good" role="status">
          {t('signedOut')}
        </p>
      )}
      <ConsoleForm action="/api/operator/session">
        <input type="hidden" name="to" value={ownAddress(String(query.to ?? '')) ?? ''} />
        <Field
          id="operator-key"
          name="key"
          type="password"
          label={t('key')}
          error={error}
          autoComplete="current-password"
          required
          maxLength={512}
        />
        <button type="submit" className="button">
          {t('submit')}
        </button>
      </ConsoleForm>
    </div>
  )
}
