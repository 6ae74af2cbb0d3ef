'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import type { ChangeOutcome } from '@/lib/attestations/browser/api'
import { KeyDialog } from './key-dialog'

type OperatorActions = {
  /** Makes a change; when it needs an operator's key, asks for it and then makes the change again. */
  perform: (change: () => Promise<ChangeOutcome>) => Promise<ChangeOutcome>
  /** Fetches the list anew, and says what was done. */
  reload: (announcement?: string) => void
}

const OperatorActionsContext = createContext<OperatorActions | undefined>(undefined)

export function useOperatorActions(): OperatorActions {
  const operatorActions = use(OperatorActionsContext)
  if (!operatorActions) throw new Error('There are no operator actions around this component.')
  return operatorActions
}

/** What the page's changes have in common: the operator's key, the reload of the list, and telling of both. */
export function OperatorActionsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('Attestations.operatorActions')
  const router = useRouter()
  const [reloading, startReload] = useTransition()
  const [announcement, setAnnouncement] = useState('')
  const [asking, setAsking] = useState<{ answer: (signedIn: boolean) => void }>()
  const page = useRef<HTMLDivElement>(null)

  const perform = useCallback(async (change: () => Promise<ChangeOutcome>) => {
    const outcome = await change()
    if (outcome.kind !== 'failed' || outcome.code !== 'unauthorized') return outcome
    const signedIn = await new Promise<boolean>((answer) => setAsking({ answer }))
    return signedIn ? change() : outcome
  }, [])

  const reload = useCallback(
    (done = '') => {
      setAnnouncement(done)
      startReload(() => router.refresh())
    },
    [router],
  )

  useEffect(() => {
    // The button that was pressed may be gone with its report: the keyboard then goes on from the page's top.
    if (!reloading && announcement && document.activeElement === document.body) page.current?.focus()
  }, [reloading, announcement])

  function answerKey(signedIn: boolean) {
    asking?.answer(signedIn)
    setAsking(undefined)
  }

  return (
    <OperatorActionsContext value={{ perform, reload }}>
      <div ref={page} tabIndex={-1} className="operator-actions" aria-busy={reloading}>
        {children}
      </div>
      <p role="status" className="outcome outcome-good operator-actions-status">
        {reloading ? t('loading') : announcement}
      </p>
      {asking && <KeyDialog onAnswer={answerKey} />}
    </OperatorActionsContext>
  )
}
