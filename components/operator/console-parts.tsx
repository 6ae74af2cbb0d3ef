import { useLocale } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { shortOfficeTime } from '@/lib/i18n/offices'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & { action: `/api/${string}` }

/** A form of the console, which works without JavaScript. Its answer leads back to a page in the same language. */
export function ConsoleForm({ children, ...props }: Props) {
  return (
    <form {...props} method="post">
      <input type="hidden" name="language" value={useLocale()} />
      {children}
    </form>
  )
}

/** A time by the office's clock, as mails to sales tell it. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="tabular">
      {shortOfficeTime(at, useLocale())}
    </time>
  )
}

type NoticeProps = { outcome: 'good' | 'bad'; children: ReactNode }

/** What became of a form that was sent. */
export function Notice({ outcome, children }: NoticeProps) {
  const isGood = outcome === 'good'
  return (
    <p className={isGood ? 'outcome outcome-good' : 'outcome outcome-bad'} role={isGood ? 'status' : 'alert'}>
      {children}
    </p>
  )
}
