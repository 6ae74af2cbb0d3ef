'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { useOperatorActions } from './operator-actions'
import { type Replaceable, ReportForm } from './report-form'

/** The button that opens and closes the form for a new report. Everybody sees it; the server decides who may. */
export function AddReport(props: { replaceable: Replaceable[]; isPart: boolean; founded: string }) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()
  const [open, setOpen] = useState(false)
  const form = useId()

  function finish() {
    setOpen(false)
    reload(t('added'))
  }

  return (
    <div className="add-report needs-script">
      <button
        type="button"
        className={open ? 'quiet-button' : 'button'}
        aria-expanded={open}
        aria-controls={open ? form : undefined}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'cancel' : 'add')}
      </button>
      {open && <ReportForm {...props} id={form} onAdded={finish} />}
    </div>
  )
}
