import { useTranslations } from 'next-intl'

type Props = { questions: string[]; lang?: string; busy: boolean; onAsk: (text: string) => void }

/** Questions that a click asks. */
export function ChatQuestions({ questions, lang, busy, onAsk }: Props) {
  const t = useTranslations('Chat')
  if (questions.length === 0) return null
  return (
    <ul className="chat-starters" aria-label={t('startersLabel')}>
      {[...new Set(questions)].map((text) => (
        <li key={text}>
          <button type="button" lang={lang} disabled={busy} onClick={() => onAsk(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
