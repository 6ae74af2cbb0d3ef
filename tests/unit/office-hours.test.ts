import { expect, it } from 'vitest'
import { isOfficeOpen } from '@/lib/i18n/office-hours'

const hours = { opens: '09:00', closes: '17:00' }

it.each([
  ['2026-11-27T14:00:00Z', true],
  ['2026-11-27T13:59:00Z', false],
  ['2026-11-27T21:59:00Z', true],
  ['2026-11-27T22:00:00Z', false],
  // A Saturday in Montreal, and a Sunday evening that is a Monday in UTC.
  ['2026-11-28T15:00:00Z', false],
  ['2026-11-30T03:00:00Z', false],
])('at %s the office in Montreal is open: %s', (moment, isOpenThen) => {
  expect(isOfficeOpen(new Date(moment), 'America/Toronto', hours)).toBe(
    isOpenThen,
  )
})
