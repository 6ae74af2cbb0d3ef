'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { useLoaded } from '@/components/ui/use-loaded'
import { failedWith } from '@/lib/attestations/browser/api'
import { ChangeFailure, useOperatorActions } from './operator-actions'

const importForm = async () => (await import('./report-form')).ReportForm

export function AddReport({ isProminent }: { isProminent: boolean }) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()
  const [isOpen, setOpen] = useState(false)
  const { loaded: Form, failures, load } = useLoaded(importForm)
  const form = useId()

  async function toggle() {
    setOpen(!isOpen)
    if (!isOpen && !(await load())) setOpen(false)
  }

  function finish(isPending: boolean) {
    setOpen(false)
    reload(t(isPending ? 'pending' : 'added'))
  }

  return (
    <div className="add-report needs-script">
      <button
        type="button"
        className={isProminent && !isOpen ? 'button' : 'quiet-button'}
        aria-busy={isOpen && !Form}
        aria-expanded={isOpen}
        aria-controls={isOpen && Form ? form : undefined}
        onClick={toggle}
      >
        {t(isOpen ? 'cancel' : 'add')}
      </button>
      {isOpen && Form && <Form id={form} onAdded={finish} />}
      {failures > 0 && !isOpen && !Form && (
        <ChangeFailure failure={failedWith('offline')} sentence="addFailed" />
      )}
    </div>
  )
}
