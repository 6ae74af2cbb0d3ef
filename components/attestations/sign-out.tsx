'use client'

import { useTranslations } from 'next-intl'
import { signOut } from '@/lib/attestations/browser/api'
import { useOperatorActions } from './operator-actions'

/** Tells operators who they are signed in as, and signs them out. */
export function SignOut({ operator }: { operator: string }) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()

  async function leave() {
    await signOut()
    reload()
  }

  return (
    <p className="signed-in note">
      {t('signedIn', { operator })}{' '}
      <button type="button" className="quiet-button" onClick={leave}>
        {t('signOut')}
      </button>
    </p>
  )
}
