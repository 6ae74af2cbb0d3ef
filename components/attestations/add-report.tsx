'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { useLoaded } from '@/components/ui/use-loaded'
import { ChangeFailure, useOperatorActions } from './operator-actions'
import type { Replaceable } from './report-form'

const importForm = async () => (await import('./report-form')).ReportForm

type Props = { replaceable: Replaceable[]; isPart: boolean; founded: string; isProminent: boolean }

/** The button that opens and closes the form for a new report. Everybody sees it; the server decides who may. */
export function AddReport({ isProminent, ...props }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const { loaded: Form, load } = useLoaded(importForm)
  const form = useId()

  async function show() {
    setFailed(false)
    setOpen(true)
    if (await load()) return
    setOpen(false)
    setFailed(true)
  }

  function finish() {
    setOpen(false)
    reload(t('added'))
  }

  return (
    <div className="add-report needs-script">
      <button
        type="button"
        className={isProminent && !open ? 'button' : 'quiet-button'}
        aria-busy={open && !Form}
        aria-expanded={open}
        aria-controls={open && Form ? form : undefined}
        onClick={() => (open ? setOpen(false) : show())}
      >
        {t(open ? 'cancel' : 'add')}
      </button>
      {open && Form && <Form {...props} id={form} onAdded={finish} />}
      {failed && <ChangeFailure failure={unloaded} sentence="addFailed" />}
    </div>
  )
}

const unloaded = { kind: 'failed', code: 'offline', retryAfterSeconds: 0 } as const
