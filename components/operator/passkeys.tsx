import { useMessages, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { env } from '@/lib/env'
import type { ListedPasskey } from '@/lib/operator/passkey-store'
import { passkeyObstacle } from '@/lib/operator/relying-party'
import { maxPasskeyName } from '@/lib/operator/schema'
import {
  ConsoleForm,
  Moment,
  SubmitButton,
  TitledSection,
} from './console-parts'
import { PasskeyButton } from './passkey-button'

type Props = { passkeys: ListedPasskey[] }

/** Lists an operator's passkeys, with buttons to rename or remove them. */
export function Passkeys({ passkeys }: Props) {
  const t = useTranslations('Operator.passkeys')
  return (
    <TitledSection id="passkeys" title={t('title')}>
      <p className="hint">{t('intro')}</p>
      {passkeys.length === 0 && <p className="soft">{t('none')}</p>}
      <ul className="console-rows">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isLast={passkeys.length === 1}
          />
        ))}
      </ul>
      <Passkey use="add" next="" />
    </TitledSection>
  )
}

type RowProps = { passkey: ListedPasskey; isLast: boolean }

function PasskeyRow({ passkey, isLast }: RowProps) {
  const t = useTranslations('Operator.passkeys')
  const { id, name, createdAt, lastUsedAt } = passkey
  return (
    <li className="console-row">
      <strong>{name}</strong>
      <span className="soft">
        {t('added')} <Moment at={createdAt} />
      </span>
      {lastUsedAt && (
        <span className="soft">
          {t('used')} <Moment at={lastUsedAt} isRelative />
        </span>
      )}
      <details className="console-details">
        <summary>
          {t('manage')} <span className="visually-hidden">{name}</span>
        </summary>
        <ConsoleForm action="/api/operator/passkeys" hidden={{ passkey: id }}>
          <Field
            id={`passkey-${id}`}
            name="name"
            label={t('name')}
            defaultValue={name}
            maxLength={maxPasskeyName}
          />
          {isLast && <p className="hint">{t('lastHint')}</p>}
          <p className="row">
            <SubmitButton name="intent" value="rename" label={t('rename')} />
            <SubmitButton name="intent" value="remove" label={t('remove')} />
          </p>
        </ConsoleForm>
      </details>
    </li>
  )
}

type PasskeyProps = { use: 'add' | 'signIn'; next: string }

/** Shows the button for a passkey, or why there is none. */
export function Passkey({ use, next }: PasskeyProps) {
  const t = useTranslations('Operator.passkeys')
  const { problems } = useMessages().Operator.passkeys
  const obstacle = passkeyObstacle()
  if (obstacle) return <p className="hint">{t(`obstacles.${obstacle}`)}</p>
  const site = env.SITE_URL
  return (
    <div className="passkey">
      <WhenInteractive>
        <PasskeyButton
          use={use}
          next={next}
          site={site}
          label={t(use)}
          waiting={t('waiting')}
          added={t('success')}
          problems={{
            ...problems,
            elsewhere: t('problems.elsewhere', { site }),
          }}
        />
      </WhenInteractive>
      <noscript>
        <p className="hint">{t('noScript')}</p>
      </noscript>
    </div>
  )
}
