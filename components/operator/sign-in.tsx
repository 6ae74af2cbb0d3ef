import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import {
  consoleAddress,
  consolePaths,
  ownAddress,
  type Query,
} from '@/lib/operator/console-paths'
import { ConsoleForm, FormOutcome, SubmitButton } from './console-parts'
import { Passkey } from './passkeys'

const keyProblems = [
  'unauthorized',
  'passkey_required',
  'rate_limited',
  'unavailable',
  'not_configured',
] as const

export function SignIn({ query }: { query: Query }) {
  const t = useTranslations('Operator.signIn')
  const minutes = Number(
    /^\d{1,4}$/.test(String(query.minutes)) ? query.minutes : 15,
  )
  const wanted = ownAddress(String(query.to ?? ''))
  const overview = consoleAddress(useLocale(), consolePaths.overview)
  const keyProblem = keyProblems.find((code) => code === query.problem)
  return (
    <div className="console-sign-in">
      <h1>{t('title')}</h1>
      <p className="hint">{t('intro')}</p>
      <FormOutcome of="Operator" query={query} />
      <ConsoleForm action="/api/operator/session" hidden={{ to: wanted ?? '' }}>
        <Field
          id="operator-key"
          name="key"
          type="password"
          label={t('key')}
          error={keyProblem && t(`problems.${keyProblem}`, { minutes })}
          autoComplete="current-password"
          required
        />
        <SubmitButton className="button" label={t('submit')} />
      </ConsoleForm>
      <Passkey use="signIn" next={wanted ?? overview} />
    </div>
  )
}
