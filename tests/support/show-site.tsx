// Runs in a copy of the site and prints, by language, the home page, its
// structured data, llms.txt and an answer of the assistant. The first arguments
// are a question in each language.
import { NextIntlClientProvider } from 'next-intl'
import { Children, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import HomePage from '@/app/[locale]/(site)/page'
import { answerMessage } from '@/lib/chatbot/answer'
import { loadKnowledge } from '@/lib/chatbot/knowledge'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { pageGraph } from '@/lib/seo/json-ld'
import { llmsText } from '@/lib/seo/llms-text'

const page = HomePage() as ReactElement<{ children: ReactNode }>
// Leaves out components that wait for the database or the catalogs. The graph
// is printed separately.
const sections = Children.toArray(page.props.children).filter(
  (part) =>
    Object((part as ReactElement).type).constructor.name !== 'AsyncFunction',
)

const shown = routing.locales.map(async (locale, at) => {
  const messages = await loadMessages(locale)
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {sections}
    </NextIntlClientProvider>,
  )
  const { labels, answer } = await answerMessage(
    process.argv[at + 2] ?? '',
    locale,
  )
  return {
    locale,
    html,
    graph: await pageGraph('home', locale),
    llms: await llmsText(locale),
    facts: [...(await loadKnowledge())[locale].facts.keys()],
    answer: { facts: labels, text: answer.response },
  }
})
console.log(JSON.stringify(await Promise.all(shown)))
