import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changeLead } from '@/lib/leads/change-store'
import { referenceOf } from '@/lib/leads/contact-fields'
import { changeStoredChatLead, storeChatLead } from '../support/chat-leads'
import { idsOf, storeNextLead } from '../support/leads'

describe('the search for leads', () => {
  /** Saves a lead with accents. Returns its id and a word that only it has. */
  async function saveAccented() {
    const word = randomUUID()
    const id = await storeNextLead({
      name: 'Zoë Ångström',
      company: `Crédit Œuvrier ${word}`,
      message: 'Nous cherchons des Jetons d’or',
    })
    return { id, word }
  }

  it.each(['credit oeuvrier', 'ZOË angstrom', 'jetons D’OR'])(
    'ignores case and accents in %j',
    async (typed) => {
      const { id, word } = await saveAccented()

      const found = await idsOf({ q: `${typed} ${word}` })

      expect(found).toEqual([id])
    },
  )

  it('finds a word of a note', async () => {
    const { id, word } = await saveAccented()
    await changeLead(id, 'alice', { note: { text: 'Rückruf am Montag' } })

    const found = await idsOf({ q: `ruckruf ${word}` })

    expect(found).toEqual([id])
  })

  it('finds a lead by its reference', async () => {
    const { id, word } = await saveAccented()

    const found = await idsOf({ q: `${referenceOf(id)} ${word}` })

    expect(found).toEqual([id])
  })

  it('finds only leads that contain every word', async () => {
    const { word } = await saveAccented()

    const found = await idsOf({ q: `zoe nakamura ${word}` })

    expect(found).toEqual([])
  })

  it.each(['+41 22 555 01 99', '022 5550199'])(
    'finds +41 (22) 555-01-99 as %s',
    async (typed) => {
      const id = await storeNextLead({ phone: '+41 (22) 555-01-99' })

      const found = await idsOf({ q: typed })

      expect(found).toContain(id)
    },
  )

  it('finds apostrophes, hyphens and spaces in any spelling', async () => {
    const word = randomUUID().replaceAll('-', '')
    const id = await storeNextLead({ company: word, name: 'Jean‑Luc O’Brien' })

    for (const q of ["O'Brien", 'O’Brien', 'obrien', 'jean-luc', 'jeanluc'])
      expect(await idsOf({ q: `${q} ${word}` }), q).toEqual([id])
  })

  it('finds no name that differs by a letter', async () => {
    const word = randomUUID().replaceAll('-', '')
    await storeNextLead({ company: word, name: 'Jean‑Luc O’Brien' })

    expect(await idsOf({ q: `o-brian ${word}` })).toEqual([])
  })

  it('finds a national number by its international form', async () => {
    const id = await storeNextLead({ phone: '(212) 555-0133' })

    expect(await idsOf({ q: '+12125550133' })).toContain(id)
    expect(await idsOf({ q: '+1 212-555-0134' })).not.toContain(id)
  })

  it.each([
    '+15145550176',
    '1-514-555-0176',
    '001 514 555 0176',
    '(514) 555 0176',
  ])('finds %s by the beginning or a part of the number', async (phone) => {
    const id = await storeNextLead({ phone })

    const beginnings = ['+1514', '+1 514', '1514', '1 (514)', '0015145']
    for (const q of [...beginnings, '(514)', '(514) 555', '514-5', '555 01'])
      expect(await idsOf({ q }), q).toContain(id)
    expect(await idsOf({ q: '+1515' })).not.toContain(id)
  })

  it.each(['+33 (0)1 99 00 56 79', '0033 199005679', '01 99 00 56 79'])(
    'finds %s by the beginning of its international form',
    async (phone) => {
      const id = await storeNextLead({ phone })

      for (const q of ['+331 99', '+33 (0)1 99', '0033199', '01 99'])
        expect(await idsOf({ q }), q).toContain(id)
    },
  )

  it('finds a number in a message as it was typed', async () => {
    const id = await storeNextLead({
      phone: '',
      message: 'Call 022 555 01 42 today',
    })

    expect(await idsOf({ q: '022 555 01 42' })).toContain(id)
  })

  it.each(['+33 (0)1 99 00 56 78', '+33199005678', '01 99 00 56 78'])(
    'finds %s by every way to write the number',
    async (phone) => {
      const id = await storeNextLead({ phone })

      const spellings = ['0199005678', '0033199005678', '(0)1 99 00 56 78']
      for (const q of [...spellings, '+33 (0)1‑99‑00‑56‑78', '+33 1 99005678'])
        expect(await idsOf({ q }), q).toContain(id)
    },
  )

  it.each([
    ['José Núñez', 'jose nunez'],
    ['ＡＢＣ銀行', 'abc銀行'],
    ['ABC銀行', 'ＡＢＣ銀行'],
    ['ﬁrst ｶﾞｽ', 'first ガス'],
    ['Ada\u00ADQuill', 'adaquill'],
    ['AdaQuill', 'Ada\u200BQuill'],
  ])(
    'finds %j by %j in either Unicode normalization form',
    async (company, typed) => {
      const word = randomUUID()
      const id = await storeNextLead({
        company: `${company.normalize('NFD')} ${word}`,
      })

      expect(await idsOf({ q: `${typed.normalize('NFC')} ${word}` })).toEqual([
        id,
      ])
      expect(await idsOf({ q: `${typed.normalize('NFD')} ${word}` })).toEqual([
        id,
      ])
    },
  )

  it.each([
    ['100%', 'Fonds 100% AxB'],
    ['10_00', 'Fonds 10_00'],
    ['\\A', 'Fonds \\A'],
  ])('finds %j literally', async (typed, company) => {
    const unlike = await storeNextLead({ company: 'Fonds 1000 A B' })
    const id = await storeNextLead({ company })

    const ids = await idsOf({ q: typed })

    expect(ids).toContain(id)
    expect(ids).not.toContain(unlike)
  })

  /** Stores the lead of a conversation that mentions another address. */
  async function storeMentioning(other: string) {
    const lead = {
      sessionId: randomUUID(),
      email: `${randomUUID()}@chat.example`,
      transcript: `Or write to ${other}.`,
    }
    return { lead, id: await storeChatLead(lead) }
  }

  it('finds a conversation by a phone number that was added later', async () => {
    const { lead, id } = await storeMentioning('no one')
    await changeStoredChatLead({ ...lead, phone: '+1 555 0177 88' })

    const found = await idsOf({ q: '1555017788' })

    expect(found).toEqual([id])
  })

  it('finds a conversation by its address, ignoring case', async () => {
    const { lead, id } = await storeMentioning('no one')

    const found = await idsOf({ email: lead.email.toUpperCase() })

    expect(found).toEqual([id])
  })

  it('finds a conversation by an address in its text', async () => {
    const other = `${randomUUID()}@chat.example`
    const { id } = await storeMentioning(other)

    const found = await idsOf({ email: other })

    expect(found).toEqual([id])
  })

  it('finds an address by another spelling of its domain', async () => {
    const name = randomUUID()
    const id = await storeNextLead({ email: `${name}@bücher.example` })

    const found = await idsOf({ email: `${name}@xn--bcher-kva.example` })

    expect(found).toEqual([id])
  })
})
