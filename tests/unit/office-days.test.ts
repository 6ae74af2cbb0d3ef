import { describe, expect, it } from 'vitest'
import { instantAtOffice, officeDate, officeDay } from '@/lib/i18n/offices'

// The default brand's first office is in Montreal, which is at UTC-5, and at
// UTC-4 from March 8 to November 1, 2026.
describe('at the office', () => {
  it.each([
    ['2026-01-15', '2026-01-15T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('%s begins at %s', (day, moment) => {
    expect(instantAtOffice(day).toISOString()).toBe(moment)
  })

  it.each([
    ['2026-10-31', '2026-10-31T11:00:00.000Z'],
    ['2026-11-01', '2026-11-01T12:00:00.000Z'],
    ['2027-03-13', '2027-03-13T12:00:00.000Z'],
    ['2027-03-14', '2027-03-14T11:00:00.000Z'],
  ])('7:00 on %s is %s', (day, moment) => {
    expect(instantAtOffice(day, '07:00').toISOString()).toBe(moment)
  })

  it.each([
    ['2026-01-01T04:59:59Z', '2025-12-31', 'December 31, 2025'],
    ['2026-01-01T05:00:00Z', '2026-01-01', 'January 1, 2026'],
    ['2026-07-02T03:30:00Z', '2026-07-01', 'July 1, 2026'],
  ])('%s falls on %s', (moment, day, words) => {
    expect(officeDay(new Date(moment))).toBe(day)
    expect(officeDate(new Date(moment), 'en')).toBe(words)
  })
})
