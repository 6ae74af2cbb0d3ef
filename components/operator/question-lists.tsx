import { useTranslations } from 'next-intl'
import type { UnansweredList } from '@/lib/console/questions'
import { questionSnippet } from '@/lib/console/questions'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { ConsoleForm } from './console-form'
import { CopyButton } from './copy-button'
import { Moment } from './moment'

/** The questions without an answer, each language for itself. */
export function QuestionLists({ lists }: { lists: Record<Locale, UnansweredList> }) {
  return routing.locales.map((language) => <QuestionList key={language} language={language} list={lists[language]} />)
}

function QuestionList({ language, list }: { language: Locale; list: UnansweredList }) {
  const t = useTranslations('OperatorQuestions')
  const { total, questions } = list
  const id = `questions-${language}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('language', { language: languages[language].name, count: total })}</h2>
      {questions.length < total && <p className="hint">{t('shown', { count: questions.length })}</p>}
      <ul className="console-rows">
        {questions.map((question) => (
          <li key={question.id} className="console-row">
            <Question language={language} question={question} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Question = UnansweredList['questions'][number]

function Question({ language, question }: { language: Locale; question: Question }) {
  const t = useTranslations('OperatorQuestions')
  const { id, text, count, lastAskedAt } = question
  const snippet = questionSnippet(text)
  return (
    <>
      <div>
        <p lang={language} id={`question-${id}`}>
          <strong>{text}</strong>
        </p>
        <dl className="console-facts small">
          <dt>{t('asked', { count })}</dt>
          <dd>
            {t('lastAsked')} <Moment at={lastAskedAt} />
          </dd>
        </dl>
        <details>
          <summary>{t('copyTitle')}</summary>
          <p className="hint">{t('copyHint', { locale: language })}</p>
          <div className="field console-snippet">
            <label htmlFor={`snippet-${id}`}>{t('snippet')}</label>
            <textarea id={`snippet-${id}`} rows={4} readOnly lang={language} defaultValue={snippet} />
          </div>
          <CopyButton text={snippet} label={t('copy')} done={t('copied')} />
        </details>
      </div>
      <ConsoleForm action="/api/operator/questions/dismiss">
        <button type="submit" className="quiet-button" name="id" value={id} aria-describedby={`question-${id}`}>
          {t('dismiss')}
        </button>
      </ConsoleForm>
    </>
  )
}
