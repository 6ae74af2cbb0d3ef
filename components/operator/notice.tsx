import type { ReactNode } from 'react'

type Props = { outcome: 'good' | 'bad'; children: ReactNode }

/** What became of a form that was sent. */
export function Notice({ outcome, children }: Props) {
  const isGood = outcome === 'good'
  return (
    <p className={isGood ? 'outcome outcome-good' : 'outcome outcome-bad'} role={isGood ? 'status' : 'alert'}>
      {children}
    </p>
  )
}
