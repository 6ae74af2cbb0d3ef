import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseReference, referenceOf } from '@/lib/leads/contact-fields'
import { findLead, findRelated, type StoredLead } from '@/lib/leads/list-store'
import { newEmail, storeNextLead } from '../support/leads'

describe('a lead', () => {
  it('is found by its id or its reference', async () => {
    const id = await storeNextLead()

    const found = [await findLead(id), await findLead(referenceOf(id))]

    expect(found.map((each) => each?.id)).toEqual([id, id])
  })

  it.each([randomUUID(), ''])('is not found by the id %j', async (id) => {
    await storeNextLead()

    expect(await findLead(id)).toBeNull()
  })

  it('has a reference of eight hexadecimal digits in capitals', () => {
    expect(parseReference('9B1DEB4D')).toBe('9B1DEB4D')
  })

  it.each(['9b1deb4d', '9B1DEB4D0', '<b>', undefined, ['9B1DEB4D']])(
    'cannot have the reference %j',
    (reference) => {
      expect(parseReference(reference)).toBeUndefined()
    },
  )

  const related = (of: StoredLead | null) => of && findRelated(of)

  it('is related to leads of the same address or company, ignoring case', async () => {
    const [company, email] = [`Bank ${randomUUID()}`, newEmail()]
    const colleague = await storeNextLead({ company })
    const earlier = await storeNextLead({ email })
    const id = await storeNextLead({ company: company.toUpperCase(), email })

    const found = await related(await findLead(id))

    expect(found).toMatchObject([{ id: earlier }, { id: colleague }])
  })

  it('is not related to leads that only mention its address or company', async () => {
    const [company, email] = [`Bank ${randomUUID()}`, newEmail()]
    const lead = await findLead(await storeNextLead({ company, email }))
    await storeNextLead({ name: company, message: `To\n${email}` })

    expect(await related(lead)).toEqual([])
  })

  it('is not related to any if it has neither address nor company', async () => {
    const lead = await findLead(await storeNextLead({}))
    await storeNextLead({ message: 'Two\n\nparagraphs' })

    expect(await related(lead && { ...lead, email: '', company: '' })).toEqual(
      [],
    )
  })
})
