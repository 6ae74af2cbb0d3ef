import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { loadAdmin } from '@/lib/console/admin'
import {
  consoleAddress,
  consolePaths,
  type Query,
} from '@/lib/operator/console-paths'
import { roles } from '@/lib/operator/role-names'
import { hasRole } from '@/lib/operator/roles'
import {
  ConsoleForm,
  FormOutcome,
  SubmitButton,
  TitledSection,
} from './console-parts'
import { EraseQuestion } from './leads/erase-question'

type Props = Awaited<ReturnType<typeof loadAdmin>> & { query: Query }

export function Admin({ people, email, traces, query }: Props) {
  const t = useTranslations('Operator.admin')
  return (
    <>
      <h1>{t('title')}</h1>
      <FormOutcome of="OperatorLeads" query={query} />
      <FormOutcome of="Operator" query={query} />
      <TitledSection id="operators" title={t('operators')}>
        <p className="hint">{t('intro')}</p>
        <ul className="console-rows">
          {people.map((person) => (
            <Person key={person.name} {...person} />
          ))}
        </ul>
      </TitledSection>
      <TitledSection id="erasure" title={t('erase')}>
        {traces ? (
          <EraseQuestion
            email={email}
            traces={traces}
            action="/api/operator/leads"
            hidden={{ action: 'erase', email, from: 'admin' }}
            back={{ to: consolePaths.admin, query: {} }}
          />
        ) : (
          <EraseForm email={email} />
        )}
      </TitledSection>
    </>
  )
}

type PersonProps = Props['people'][number]

function Person({ name, isMachine, passkeys }: PersonProps) {
  const t = useTranslations('Operator.admin')
  const given = roles.filter((role) => hasRole(name, role))
  const isAll = given.length === roles.length
  return (
    <li className="console-row">
      <strong>{name}</strong>
      {isMachine && <span className="console-mark">{t('machine')}</span>}
      <span className="soft">
        {`${t('roles')}: ${isAll ? t('all') : given.join(', ')}`}
      </span>
      {!isMachine && (
        <span className="soft">{t('passkeys', { count: passkeys })}</span>
      )}
      {passkeys > 0 && (
        <details className="console-details">
          <summary>
            {t('reset')} <span className="visually-hidden">{name}</span>
          </summary>
          <ConsoleForm
            action="/api/operator/passkeys"
            hidden={{ intent: 'reset', operator: name }}
          >
            <p>{t('resetIntro')}</p>
            <SubmitButton label={t('resetConfirm')} />
          </ConsoleForm>
        </details>
      )}
    </li>
  )
}

function EraseForm({ email }: { email: string }) {
  const t = useTranslations('Operator.admin')
  return (
    <form action={consoleAddress(useLocale(), consolePaths.admin)}>
      <p className="hint">{t('eraseIntro')}</p>
      <Field
        id="erase-email"
        name="email"
        type="email"
        label={t('email')}
        defaultValue={email}
        required
      />
      <SubmitButton label={t('look')} />
    </form>
  )
}
