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
import { Honeypot } from '@/components/ui/honeypot'
import { type Failure, minutesOf } from '@/lib/browser/request-json'
import type { Locale } from '@/lib/i18n/routing'
import { contextOfVisit, sendCard } from '@/lib/leads/browser/contact-api'
import { type CardField, cardFields, cardSchema } from '@/lib/leads/card-schema'
import type { ConversationState } from './use-conversation'

/** The parts of the card about the company, rendered on the server. */
export type CardProps = {
  phones: ReactNode
  privacy: ReactNode
  hasContext: boolean
}

type Props = CardProps & { conversation: ConversationState }

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

export function CardForm(props: Props) {
  const { conversation, phones, privacy } = props
  const { card, changeCard } = conversation
  const t = useTranslations('Chat.card')
  const id = useId()
  const { form, error, failure, isSending, submit } = useCardForm(props)

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
            error?.field === field
              ? t(`errors.${error.code}` as 'errors.required')
              : undefined
          }
          onChange={({ target }) =>
            changeCard({ values: { ...card.values, [field]: target.value } })
          }
        />
      ))}
      <Honeypot label={t('honeypot')} />
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

type FieldError = { field: CardField; code: string }

function useCardForm({ conversation, hasContext }: Props) {
  const { card, changeCard, session_id } = conversation
  const language = useLocale() as Locale
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FieldError>()
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setIsSending] = useState(false)

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function refuse(field: string, code: string) {
    setError({ field: field as CardField, code })
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLElement) input.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setError(undefined)
    setFailure(undefined)
    const honeypot = new FormData(event.currentTarget).get('honeypot')
    const checked = cardSchema.safeParse({
      ...card.values,
      session_id,
      language,
      honeypot: String(honeypot ?? ''),
    })
    if (!checked.success) {
      const [issue] = checked.error.issues
      return refuse(String(issue?.path[0]), issue?.message ?? '')
    }
    setIsSending(true)
    const context = hasContext ? contextOfVisit() : undefined
    const outcome = await sendCard(checked.data, context)
    setIsSending(false)
    if (outcome.kind === 'failed') return setFailure(outcome)
    if (outcome.kind === 'sent') {
      const receipt = { id: outcome.id, sentAt: new Date().toISOString() }
      return changeCard({ state: 'sent', receipt })
    }
    const [[field = '', [code = '']] = ['', []]] = Object.entries(
      outcome.fields,
    )
    refuse(field, code)
  }

  return { form, error, failure, isSending, submit }
}

function FailureNotice({
  failure: { code, retryAfterSeconds },
  phones,
}: {
  failure: Failure
  phones: ReactNode
}) {
  const t = useTranslations('Chat.card')
  const minutes = minutesOf(retryAfterSeconds)
  return (
    <div className="outcome outcome-bad">
      <p>
        {code === 'rate_limited' ? t('rateLimited', { minutes }) : t('failed')}
      </p>
      {phones}
    </div>
  )
}
