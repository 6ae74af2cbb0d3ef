import {
  useFormatter,
  useLocale,
  useMessages,
  useTranslations,
} from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { shortOfficeTime } from '@/lib/i18n/offices'
import { isLocale, languages } from '@/lib/i18n/routing'
import { consoleAddress, type Query } from '@/lib/operator/console-paths'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  query?: Query
  hash?: string
  label?: string
}

export function ConsoleLink({
  to,
  query,
  hash = '',
  label,
  children,
  ...props
}: LinkProps) {
  return (
    <a {...props} href={consoleAddress(useLocale(), to, query) + hash}>
      {label}
      {children}
    </a>
  )
}

type FormProps = Omit<
  ComponentProps<'form'>,
  'action' | 'method' | 'hidden'
> & {
  action: `/api/${string}`
  hidden?: Partial<Record<string, string>>
}

export function ConsoleForm({ hidden, children, ...props }: FormProps) {
  return (
    <form {...props} method="post">
      {Object.entries({ language: useLocale(), ...hidden }).map(
        ([name, value]) =>
          value !== undefined && (
            <input key={name} type="hidden" name={name} value={value} />
          ),
      )}
      {children}
    </form>
  )
}

export function SubmitButton({
  label,
  ...props
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="submit" className="quiet-button" {...props}>
      {label}
    </button>
  )
}

/** The value and label of an option. */
export type Option = readonly [value: string, label: string]

type PagerProps = {
  label: string
  links: (ComponentProps<typeof ConsoleLink> | false | undefined)[]
}

/** Links to the pages before and after, if there are any. */
export function Pager({ label, links }: PagerProps) {
  const shown = links.filter((link) => typeof link === 'object')
  if (shown.length === 0) return null
  return (
    <nav className="console-pager" aria-label={label}>
      {shown.map((link) => (
        <ConsoleLink key={link.label} {...link} />
      ))}
    </nav>
  )
}

export function TitledSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export function Moment({
  at,
  isRelative = false,
}: {
  at: Date
  isRelative?: boolean
}) {
  const time = shortOfficeTime(at, useLocale())
  const ago = useFormatter().relativeTime(at, new Date())
  return (
    <time
      dateTime={at.toISOString()}
      title={isRelative ? time : undefined}
      className="tabular"
    >
      {isRelative ? ago : time}
    </time>
  )
}

/** Returns the name of a language in that language. */
export function ownNameOf(language: string): string {
  return isLocale(language) ? languages[language].name : language
}

export function Facts({
  rows,
}: {
  rows: (readonly [label: string, value: ReactNode] | false)[]
}) {
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
    <p
      className={`outcome outcome-${outcome}`}
      role={outcome === 'good' ? 'status' : 'alert'}
    >
      {children}
    </p>
  )
}

/** Names the filters that a list ignores because their values are invalid. */
export function InvalidFilters({ labels }: { labels: string[] }) {
  const t = useTranslations('Operator')
  const format = useFormatter()
  if (labels.length === 0) return null
  return (
    <Notice outcome="bad">
      {t('invalidFilters', { filters: format.list(labels) })}
    </Notice>
  )
}

/**
 * Shows the outcome of a form, from the `done` or `problem` parameter that its
 * handler redirected with.
 */
export function FormOutcome({
  of,
  query,
  children,
}: {
  of: 'Operator' | 'OperatorLeads' | 'OperatorQuestions' | 'OperatorReports'
  query: Query
  /** Content to show after the sentence about a problem. */
  children?: ReactNode
}) {
  const t = useTranslations(of)
  const { done, problems } = useMessages()[of]
  const leads = /^\d{1,6}$/.test(String(query.leads)) ? Number(query.leads) : 1
  const sentence = (path: string) =>
    t(path as Parameters<typeof t>[0], { leads } as never)
  if (isKeyOf(problems, query.problem))
    return (
      <Notice outcome="bad">
        {sentence(`problems.${query.problem}`)} {children}
      </Notice>
    )
  if (isKeyOf(done, query.done))
    return <Notice outcome="good">{sentence(`done.${query.done}`)}</Notice>
  return null
}

function isKeyOf(texts: object, code: Query[string]): code is string {
  return typeof code === 'string' && Object.hasOwn(texts, code)
}
