import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { ownAddress, type Query } from '@/lib/operator/console-paths'
import { asksForCodes } from '@/lib/operator/keys'
import { ConsoleForm, Notice, SubmitButton } from './console-parts'

const keyProblems = [
  'unauthorized',
  'rate_limited',
  'unavailable',
  'not_configured',
] as const
const codeProblems = ['code_required', 'wrong_code'] as const

export function SignIn({ query }: { query: Query }) {
  const t = useTranslations('Operator.signIn')
  const minutes = Number(
    /^\d{1,4}$/.test(String(query.minutes)) ? query.minutes : 15,
  )
  const keyProblem = keyProblems.find((code) => code === query.problem)
  const codeProblem = codeProblems.find((code) => code === query.problem)
  return (
    <div className="console-sign-in">
      <h1>{t('title')}</h1>
      <p className="hint">{t('intro')}</p>
      {query.done === 'signed_out' && (
        <Notice outcome="good">{t('signedOut')}</Notice>
      )}
      <ConsoleForm
        action="/api/operator/session"
        hidden={{ to: ownAddress(String(query.to ?? '')) ?? '' }}
      >
        <Field
          id="operator-key"
          name="key"
          type="password"
          label={t('key')}
          error={keyProblem && t(`problems.${keyProblem}`, { minutes })}
          autoComplete="current-password"
          required
        />
        {(asksForCodes() || codeProblem) && (
          <Field
            id="operator-code"
            name="code"
            label={t('code')}
            hint={t('codeHint')}
            error={codeProblem && t(`problems.${codeProblem}`)}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={16}
          />
        )}
        <SubmitButton className="button" label={t('submit')} />
      </ConsoleForm>
    </div>
  )
}
