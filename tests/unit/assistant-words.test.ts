import { describe, expect, it } from 'vitest'
import { createSpelling } from '@/lib/chatbot/engine/spelling'
import { stemOf, wordsOf } from '@/lib/chatbot/engine/words'

describe('words', () => {
  it.each([
    ['Où est l’or d’aujourd’hui ?', ['ou', 'est', 'l', 'or', 'd', 'aujourd', 'hui']],
    ["l'once qu'on", ['l', 'once', 'qu', 'on']],
    ['¿Cuántas ONZAS? 24/7', ['cuantas', 'onzas', '24', '7']],
    ['erc3643 Cœur', ['erc', '3643', 'coeur']],
    ['0.25 oz', ['fraction', 'oz']],
    ['<b>😀</b>', ['b', 'b']],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ['en', 'attestations', 'attested'],
    ['fr', 'négociation', 'négociations'],
    ['es', 'comisión', 'comisiones'],
  ] as const)('in %s have one stem in their forms: %s, %s', (locale, one, other) => {
    const stems = [one, other].map((word) => stemOf(wordsOf(word)[0] ?? '', locale))
    expect(stems[0]).toBe(stems[1])
  })
})

describe('spelling', () => {
  const correct = createSpelling(['storage', 'custody', 'fees', 'attestation'])

  it.each([
    ['storge', 'storage'],
    ['custdoy', 'custody'],
    ['atestacion', 'attestation'],
    ['weather', undefined],
    ['fee', undefined],
    ['age34', undefined],
    // One slip in a word of seven letters, two in one of eight.
    ['custdy', 'custody'],
    ['cstdoy', undefined],
    ['attstaion', 'attestation'],
    ['ttestation', undefined],
    ['sttorage', 'storage'],
    ['storagee', 'storage'],
  ])('takes %s for %s', (typed, meant) => {
    expect(correct(typed)).toBe(meant)
  })
})
