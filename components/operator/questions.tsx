import { useTranslations } from 'next-intl'
import type { UnansweredList } from '@/lib/console/questions'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import type { Query } from '@/lib/operator/console-paths'
import { isolateDirection } from '@/lib/shown-text'
import {
  ConsoleForm,
  FormOutcome,
  Moment,
  SubmitButton,
  TitledSection,
} from './console-parts'

type Props = { lists: Record<Locale, UnansweredList>; query: Query }

export function Questions({ lists, query }: Props) {
  const t = useTranslations('OperatorQuestions')
  const asked = routing.locales.filter((language) => lists[language].total > 0)
  return (
    <>
      <h1>{t('title')}</h1>
      <FormOutcome of="OperatorQuestions" query={query} />
      <p className="hint">{t('intro')}</p>
      {asked.length === 0 && <p className="empty-state">{t('none')}</p>}
      {asked.map((language) => (
        <QuestionList
          key={language}
          language={language}
          list={lists[language]}
        />
      ))}
    </>
  )
}

function QuestionList({
  language,
  list: { total, questions },
}: {
  language: Locale
  list: UnansweredList
}) {
  const t = useTranslations('OperatorQuestions')
  const title = t('language', {
    language: languages[language].name,
    count: total,
  })
  return (
    <TitledSection id={`questions-${language}`} title={title}>
      {questions.length < total && (
        <p className="hint">{t('shown', { count: questions.length })}</p>
      )}
      <ul className="console-rows">
        {questions.map((question) => (
          <Question key={question.id} language={language} question={question} />
        ))}
      </ul>
    </TitledSection>
  )
}

function Question({
  language,
  question,
}: {
  language: Locale
  question: UnansweredList['questions'][number]
}) {
  const t = useTranslations('OperatorQuestions')
  const { id, text, count, lastAskedAt, comment } = question
  return (
    <li className="console-row">
      <div>
        <p lang={language} id={`question-${id}`}>
          <strong>{text}</strong>
        </p>
        {comment && (
          <p lang={language}>
            {t('comment', { comment: isolateDirection(comment) })}
          </p>
        )}
        <p className="small soft">
          {`${t('asked', { count })} · ${t('lastAsked')} `}
          <Moment at={lastAskedAt} isRelative />
        </p>
      </div>
      <ConsoleForm action="/api/operator/questions/dismiss">
        <SubmitButton
          name="id"
          value={id}
          aria-describedby={`question-${id}`}
          label={t('dismiss')}
        />
      </ConsoleForm>
    </li>
  )
}
