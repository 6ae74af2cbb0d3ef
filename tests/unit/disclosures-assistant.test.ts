import { afterEach, describe, expect, it, vi } from 'vitest'
import { catalog, type TaughtLocale as Locale, taughtLocales as locales } from '../support/catalog'
import { allRows, setDisclosures } from '../support/disclosing-brand'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** What the assistant of a brand with these disclosures answers. */
async function answersOf(rows: typeof allRows, questions: string[], locale: Locale): Promise<string[]> {
  setDisclosures(rows)
  const { reply } = await import('@/lib/chatbot/engine/reply')
  const answers: string[] = []
  for (const question of questions) answers.push((await reply(question, locale)).answer.response)
  return answers
}

/** Questions that the assistant has not learnt, with words of the answer. */
const asked: Record<Locale, [question: string, words: string][]> = {
  en: [
    ['Who audits the metal?', 'Quillhaven Assurance LLP'],
    ['Where are the vaults and who runs them?', 'Ostvik Depository AG, Zurich, Switzerland'],
    ['Is the bullion insured against theft?', 'Brightwater Underwriting'],
    ['Please give me the contract address of your gold token', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['What risks are there?', 'may lose part of the amount'],
    ['What is the minimum for a redemption?', 'One kilogram of gold'],
    ['What happens to the metal in a bankruptcy?', 'Bankruptcy-remote'],
    ['Which licence do you have?', 'no. PM-0093'],
    ['What is the legal name of the issuer?', 'Norhelm Metals Limited'],
    ['Can we fund in Swiss francs?', 'Swiss franc (CHF)'],
    ['What is the source of your trading prices?', 'Quarterfix'],
    ['How do we complain about something?', 'complaints@norhelm.example'],
    ['How long does it take to get approved?', 'Fifteen business days'],
    ['What are the fees?', 'Annual vaulting fee'],
    ['How fast is settlement?', 'Two business hours'],
  ],
  fr: [
    ['Qui audite le métal ?', 'Quillhaven Assurance LLP'],
    ['Où sont les chambres fortes et qui les exploite ?', 'Ostvik Depository AG, Zurich, Suisse'],
    ['Quels risques y a-t-il ?', 'peut perdre une partie'],
    ['Quel est le minimum pour une conversion en métal ?', 'Un kilogramme d’or'],
    ['Que devient le métal en cas de faillite ?', 'Distinct du patrimoine de l’exploitant'],
    ['Quel agrément avez-vous ?', 'PM-0093'],
    ['Dans quelles devises peut-on régler nos achats ?', 'franc suisse (CHF)'],
  ],
  es: [
    ['¿Quién audita el metal?', 'Quillhaven Assurance LLP'],
    ['¿Dónde están las bóvedas y quién las opera?', 'Ostvik Depository AG, Zúrich, Suiza'],
    ['¿Qué riesgos hay?', 'puede perder parte'],
    ['¿Cuál es el mínimo para un canje?', 'Un kilogramo de oro'],
    ['¿Qué pasa con el metal en una quiebra?', 'Separado del patrimonio del operador'],
    ['¿Qué licencia tienen ustedes?', 'PM-0093'],
    ['¿En qué monedas podemos pagar?', 'franco suizo (CHF)'],
  ],
}

// Without its links.
const plain = (text: string) => text.replace(/<\/?contact>/g, '').replace(/\[(.*?)\]\(.*?\)/g, '$1')

describe.each(locales)('the assistant in %s', (locale) => {
  const questions = asked[locale].map(([question]) => question)

  it('answers with what the brand discloses', async () => {
    const answers = await answersOf(allRows, questions, locale)
    for (const [at, [question, words]] of asked[locale].entries()) {
      expect.soft(answers[at], question).toContain(words)
    }
  })

  it('says nothing of it where the brand discloses nothing, or something else', async () => {
    const answers = await answersOf([], questions, locale)
    for (const [at, [question, words]] of asked[locale].entries()) expect(answers[at], question).not.toContain(words)
    const notStated = Object.values(catalog(locale).Facts.notStated).map(({ text }) => plain(text))
    expect(answers.filter((answer) => notStated.includes(plain(answer))).length).toBeGreaterThan(3)
    const riskNotice = allRows.filter(({ topic }) => topic === 'riskNotice')
    const aboutRisks = asked[locale].findIndex(([, words]) => JSON.stringify(riskNotice).includes(words))
    const others = await answersOf(riskNotice, questions, locale)
    expect(others[aboutRisks]).not.toEqual(answers[aboutRisks])
    expect(others.toSpliced(aboutRisks, 1)).toEqual(answers.toSpliced(aboutRisks, 1))
  })
})
