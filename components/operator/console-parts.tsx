import { useFormatter, useLocale } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { shortOfficeTime } from '@/lib/i18n/offices'
import { isLocale, languages } from '@/lib/i18n/routing'

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'hidden'> & {
  action: `/api/${string}`
  /** Values that are sent along. */
  hidden?: Record<string, string>
}

export function ConsoleForm({ hidden, children, ...props }: FormProps) {
  return (
    <form {...props} method="post">
      {Object.entries({ language: useLocale(), ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

export function Moment({ at, isRelative = false }: { at: Date; isRelative?: boolean }) {
  const time = shortOfficeTime(at, useLocale())
  const ago = useFormatter().relativeTime(at, new Date())
  return (
    <time dateTime={at.toISOString()} title={isRelative ? time : undefined} className="tabular">
      {isRelative ? ago : time}
    </time>
  )
}

/** The name of a language, in that language. */
export function languageName(language: string): string {
  return isLocale(language) ? languages[language].name : language
}

export function Facts({ rows }: { rows: (readonly [label: string, value: ReactNode] | false)[] }) {
  return (
    <dl className="console-facts">
      {rows
        .filter((row) => row !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type NoticeProps = { outcome: 'good' | 'bad'; children: ReactNode }

export function Notice({ outcome, children }: NoticeProps) {
  return (
    <p className={`outcome outcome-${outcome}`} role={outcome === 'good' ? 'status' : 'alert'}>
      {children}
    </p>
  )
}
