import { useLocale, useTranslations } from 'next-intl'
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Field } from '@/components/ui/field'
import type { Failure } from '@/lib/browser/fetch-answer'
import type { CardState } from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'
import { sendCard } from '@/lib/leads/browser/card'
import {
  type CardField,
  type CardInput,
  cardFields,
  cardSchema,
} from '@/lib/leads/card-schema'
import { referenceOf } from '@/lib/leads/fields'
import type { ConversationState } from './use-conversation'

/** Company details for the card, rendered on the server. */
export type CardProps = {
  phones: { name: string; number: string }[]
  privacy: ReactNode
  hasContext: boolean
}

type Props = CardProps & { conversation: ConversationState }

/**
 * Asks for the visitor's contact details: first an offer in one line, then a
 * small form, then its receipt.
 */
export function ContactCard(props: Props) {
  const { card, openCard, changeCard } = props.conversation
  const t = useTranslations('Chat.card')
  if (card.state === 'open') return <CardForm {...props} />
  if (card.state === 'sent')
    return (
      <Receipt card={card} onChange={() => changeCard({ state: 'open' })} />
    )
  if (card.state !== 'offered') return null
  return (
    <p className="chat-card-line row">
      {t('offer')}
      <button type="button" className="quiet-button" onClick={openCard}>
        {t('open')}
      </button>
    </p>
  )
}

function Receipt({
  card,
  onChange,
}: {
  card: CardState
  onChange: () => void
}) {
  const t = useTranslations('Chat.card')
  const locale = useLocale()
  const line = useRef<HTMLParagraphElement>(null)
  const { id = '', sentAt = '' } = card.receipt ?? {}
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(
    new Date(sentAt),
  )

  // Takes the focus, because the button that had it disappeared with the form.
  // Screen readers then read the line once.
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus()
  }, [])

  return (
    <p className="chat-card-line row" ref={line} tabIndex={-1}>
      {t('sent', { time, reference: referenceOf(id) })}
      <button type="button" className="quiet-button" onClick={onChange}>
        {t('change')}
      </button>
    </p>
  )
}

type Codes = Partial<Record<CardField, string>>

const inputs = {
  reach: {
    required: true,
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  name: { autoComplete: 'name' },
  company: { autoComplete: 'organization' },
  note: { rows: 3 },
} as const

function CardForm({ conversation, phones, privacy, hasContext }: Props) {
  const t = useTranslations('Chat.card')
  const language = useLocale() as Locale
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [codes, setCodes] = useState<Codes>({})
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setIsSending] = useState(false)
  const { card, changeCard, session_id } = conversation

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function refuse(found: Codes) {
    setCodes(found)
    const first = cardFields.find((field) => found[field])
    if (first) document.getElementById(`${id}-${first}`)?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const honeypot = String(
      new FormData(event.currentTarget).get('honeypot') ?? '',
    )
    const { reach = '', name, company, note } = card.values
    const values: CardInput = {
      session_id,
      language,
      honeypot,
      reach,
      name,
      company,
      note,
    }
    const checked = cardSchema.safeParse(values)
    if (!checked.success) return refuse(codesOf(checked.error.issues))
    setCodes({})
    setFailure(undefined)
    setIsSending(true)
    const outcome = await sendCard(checked.data, hasContext)
    setIsSending(false)
    if (outcome.kind === 'fields') return refuse(firstCodes(outcome.fields))
    if (outcome.kind === 'failed') return setFailure(outcome)
    changeCard({
      state: 'sent',
      receipt: { id: outcome.id, sentAt: new Date().toISOString() },
    })
  }

  function change(field: CardField, value: string) {
    changeCard({ values: { ...card.values, [field]: value } })
    setCodes((known) => ({ ...known, [field]: undefined }))
  }

  return (
    <form
      ref={form}
      className="chat-card"
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={submit}
    >
      <h3 id={`${id}-title`}>{t('title')}</h3>
      {cardFields.map((field) => (
        <Field
          key={field}
          {...inputs[field]}
          id={`${id}-${field}`}
          name={field}
          label={t(field)}
          value={card.values[field] ?? ''}
          error={
            codes[field] && t(`errors.${codes[field]}` as 'errors.required')
          }
          onChange={(event) => change(field, event.target.value)}
        />
      ))}
      <div className="trap" aria-hidden="true">
        <label htmlFor={`${id}-honeypot`}>{t('honeypot')}</label>
        <input
          id={`${id}-honeypot`}
          name="honeypot"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <p className="hint">{privacy}</p>
      <p className="row">
        <button type="submit" className="button" disabled={isSending}>
          {isSending ? t('submitting') : t('submit')}
        </button>
        <button
          type="button"
          className="quiet-button"
          onClick={() =>
            changeCard({ state: card.receipt ? 'sent' : 'dismissed' })
          }
        >
          {t('dismiss')}
        </button>
      </p>
      <div role="alert">
        {failure && <FailureNotice failure={failure} phones={phones} />}
      </div>
    </form>
  )
}

function FailureNotice({
  failure,
  phones,
}: {
  failure: Failure
  phones: CardProps['phones']
}) {
  const t = useTranslations('Chat.card')
  const minutes = Math.max(1, Math.ceil(failure.retryAfterSeconds / 60))
  return (
    <div className="outcome outcome-bad">
      <p>
        {failure.code === 'rate_limited'
          ? t('rateLimited', { minutes })
          : t('failed')}
      </p>
      {phones.map(({ name, number }) => (
        <p key={number}>
          {`${name}: `}
          <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
        </p>
      ))}
    </div>
  )
}

function codesOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Codes {
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path[0], message]),
  )
}

function firstCodes(fields: Record<string, string[]>): Codes {
  return Object.fromEntries(
    Object.entries(fields).map(([field, [code]]) => [field, code]),
  )
}
