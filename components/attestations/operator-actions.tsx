'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import {
  failedWith,
  type RequestOutcome,
  signInWithKey,
} from '@/lib/attestations/browser/api'
import { type Failure, minutesOf } from '@/lib/browser/request-json'
import { translateIfKnown } from '@/lib/i18n/translate-if-known'

type OperatorActions = {
  /**
   * Makes a change. If it needs an operator's key, asks for the key and tries
   * again.
   */
  perform: (change: () => Promise<RequestOutcome>) => Promise<RequestOutcome>
  /** Reloads the list and announces what was done. */
  reload: (announcement: string) => void
  /** Announces that a report could not be deleted. */
  fail: (failure: Failure) => void
}

const OperatorActionsContext = createContext<OperatorActions | undefined>(
  undefined,
)

export function useOperatorActions(): OperatorActions {
  const operatorActions = use(OperatorActionsContext)
  if (!operatorActions)
    throw new Error('There are no operator actions around this component.')
  return operatorActions
}

export function OperatorActionsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('Attestations.operatorActions')
  const router = useRouter()
  const [isReloading, startReload] = useTransition()
  const [announcement, setAnnouncement] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [isAsking, setIsAsking] = useState(false)
  // Lists all waiting changes, because several may be refused at once.
  const waiting = useRef<((signedIn: boolean) => void)[]>([])
  const page = useRef<HTMLDivElement>(null)

  async function perform(
    change: () => Promise<RequestOutcome>,
  ): Promise<RequestOutcome> {
    setFailure(undefined)
    const outcome = await change()
    if (outcome.kind !== 'failed' || outcome.code !== 'unauthorized')
      return outcome
    const signedIn = await new Promise<boolean>((answer) => {
      waiting.current.push(answer)
      setIsAsking(true)
    })
    return signedIn ? change() : outcome
  }

  function reload(done: string) {
    setAnnouncement(done)
    startReload(() => router.refresh())
  }

  function fail(failed: Failure) {
    setAnnouncement('')
    setFailure(failed)
  }

  useEffect(() => {
    // Moves the focus, because the pressed button may have disappeared with its
    // report and keyboard users would otherwise start again at the top of the
    // document.
    if (
      !isReloading &&
      announcement &&
      document.activeElement === document.body
    )
      page.current?.focus()
  }, [isReloading, announcement])

  function answerKey(signedIn: boolean) {
    setIsAsking(false)
    for (const answer of waiting.current.splice(0)) answer(signedIn)
  }

  return (
    <OperatorActionsContext value={{ perform, reload, fail }}>
      <div
        ref={page}
        tabIndex={-1}
        className="operator-actions"
        aria-busy={isReloading}
      >
        {children}
      </div>
      <p role="status" className="outcome outcome-good operator-actions-status">
        {isReloading ? t('loading') : announcement}
      </p>
      <ChangeFailure
        className="operator-actions-status"
        failure={failure}
        sentence="deleteFailed"
      />
      {isAsking && <KeyDialog onAnswer={answerKey} />}
    </OperatorActionsContext>
  )
}

function KeyDialog({ onAnswer }: { onAnswer: (signedIn: boolean) => void }) {
  const t = useTranslations('Attestations.operatorActions.key')
  const dialog = useRef<HTMLDialogElement>(null)
  const signedIn = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setSending(true)
    const outcome = await signInWithKey(String(form.get('key')))
    setSending(false)
    if (outcome.kind === 'done') {
      signedIn.current = true
      return dialog.current?.close()
    }
    setFailure(outcome.kind === 'failed' ? outcome : failedWith('unauthorized'))
  }

  function explain({ code, retryAfterSeconds }: Failure): string {
    if (code === 'unauthorized') return t('wrong')
    if (code === 'passkey_required')
      return t(code, { address: `${location.origin}/operator` })
    return code === 'rate_limited'
      ? t('limited', { minutes: minutesOf(retryAfterSeconds) })
      : t('failed')
  }

  return (
    <Modal
      dialog={dialog}
      labelledBy="key-title"
      onClose={() => onAnswer(signedIn.current)}
    >
      <form onSubmit={submit}>
        <h2 id="key-title">{t('title')}</h2>
        <p className="hint">{t('intro')}</p>
        <p role="alert" className="field-error">
          {failure && explain(failure)}
        </p>
        <Field
          id="operator-key"
          name="key"
          label={t('label')}
          type="password"
          autoComplete="current-password"
          required
        />
        <p className="row">
          <button type="submit" className="button" disabled={isSending}>
            {isSending ? t('sending') : t('submit')}
          </button>
          <button
            type="button"
            className="quiet-button"
            onClick={() => dialog.current?.close()}
          >
            {t('cancel')}
          </button>
        </p>
      </form>
    </Modal>
  )
}

type Props = {
  failure?: Failure
  sentence: 'addFailed' | 'deleteFailed'
  className?: string
}

export function ChangeFailure({ failure, sentence, className }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const explain = useExplanation()
  const explanation = failure && explain(failure)
  return (
    <div role="alert" className={className}>
      {failure && (
        <div className="outcome outcome-bad">
          <p>{t(sentence)}</p>
          {explanation && <p>{explanation}</p>}
        </div>
      )}
    </div>
  )
}

/** Returns a function that explains a failure, if there is a text about it. */
export function useExplanation() {
  const t = useTranslations('Attestations.operatorActions.problems')
  return ({ code, retryAfterSeconds }: Failure) =>
    translateIfKnown(t, code, { minutes: minutesOf(retryAfterSeconds) })
}
