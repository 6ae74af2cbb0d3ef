import { useTranslations } from 'next-intl'
import type { findContactRequest } from '@/lib/chatbot/store'
import type { recentConversations, UnansweredList } from '@/lib/console/questions'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { consolePaths, itemPath, type Query } from '@/lib/operator/console-paths'
import { ConsoleForm, ConsoleLink, Facts, languageName, Moment, Notice, Section, SubmitButton } from './console-parts'

type Conversations = Awaited<ReturnType<typeof recentConversations>>

type Props = { lists: Record<Locale, UnansweredList>; conversations: Conversations; query: Query }

export function Questions({ lists, conversations, query }: Props) {
  const t = useTranslations('OperatorQuestions')
  const asked = routing.locales.filter((language) => lists[language].total > 0)
  return (
    <>
      <h1>{t('title')}</h1>
      {query.done === 'dismissed' && <Notice outcome="good">{t('dismissed')}</Notice>}
      {query.problem === 'gone' && <Notice outcome="bad">{t('gone')}</Notice>}
      <p className="hint">{t('intro')}</p>
      {asked.length === 0 && <p className="empty-state">{t('none')}</p>}
      {asked.map((language) => (
        <QuestionList key={language} language={language} list={lists[language]} />
      ))}
      <Section id="conversations" title={t('conversations')}>
        <p className="hint">{t('conversationsIntro')}</p>
        {conversations.length === 0 && <p className="empty-state">{t('noConversations')}</p>}
        <ul className="console-rows">
          {conversations.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function QuestionList({ language, list: { total, questions } }: { language: Locale; list: UnansweredList }) {
  const t = useTranslations('OperatorQuestions')
  const title = t('language', { language: languages[language].name, count: total })
  return (
    <Section id={`questions-${language}`} title={title}>
      {questions.length < total && <p className="hint">{t('shown', { count: questions.length })}</p>}
      <ul className="console-rows">
        {questions.map((question) => (
          <Question key={question.id} language={language} question={question} />
        ))}
      </ul>
    </Section>
  )
}

function Question({ language, question }: { language: Locale; question: UnansweredList['questions'][number] }) {
  const t = useTranslations('OperatorQuestions')
  const { id, text, count, lastAskedAt } = question
  return (
    <li className="console-row">
      <div>
        <p lang={language} id={`question-${id}`}>
          <strong>{text}</strong>
        </p>
        <p className="small soft">
          {`${t('asked', { count })} · ${t('lastAsked')} `}
          <Moment at={lastAskedAt} isRelative />
        </p>
      </div>
      <ConsoleForm action="/api/operator/questions/dismiss">
        <SubmitButton name="id" value={id} aria-describedby={`question-${id}`} label={t('dismiss')} />
      </ConsoleForm>
    </li>
  )
}

function ConversationRow({ conversation }: { conversation: Conversations[number] }) {
  const t = useTranslations('OperatorQuestions')
  const { id, language, lastAt, leadId } = conversation
  return (
    <li className="console-row">
      <p id={`conversation-${id}`}>
        <Moment at={lastAt} /> <span className="soft">{languageName(language)}</span>
      </p>
      <ConsoleLink to={itemPath('questions', id)} aria-describedby={`conversation-${id}`} label={t('transcript')} />
      <LeadLink leadId={leadId} describedBy={`conversation-${id}`} />
    </li>
  )
}

function LeadLink({ leadId, describedBy }: { leadId: string | undefined; describedBy?: string }) {
  const t = useTranslations('OperatorQuestions')
  if (leadId === undefined) return <span className="soft">{t('noLead')}</span>
  return <ConsoleLink to={itemPath('leads', leadId)} aria-describedby={describedBy} label={t('lead')} />
}

export function Conversation({ found }: { found: Awaited<ReturnType<typeof findContactRequest>> }) {
  const t = useTranslations('OperatorQuestions')
  const turns = found?.turns ?? []
  return (
    <>
      <p>
        <ConsoleLink to={consolePaths.questions} label={t('back')} />
      </p>
      <h1>{t('conversationTitle')}</h1>
      {found && (
        <>
          <Facts
            rows={[
              [t('started'), <Moment key="started" at={found.startedAt} />],
              [t('last'), <Moment key="last" at={found.lastAt} />],
              [t('spoken'), languageName(found.language)],
            ]}
          />
          <p>
            <LeadLink leadId={found.leadId} />
          </p>
        </>
      )}
      {turns.length === 0 && <p>{t('noMessages')}</p>}
      <ol className="console-turns">
        {turns.map(({ role, content, sentAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their places
          <li key={index}>
            <p className="small">
              <strong>{t(role === 'user' ? 'visitor' : 'assistant')}</strong> <Moment at={sentAt} />
            </p>
            <p className="prose" lang={found?.language}>
              {content}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
