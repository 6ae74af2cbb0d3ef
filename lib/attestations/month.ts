// Months are YYYY-MM and days YYYY-MM-DD, both in UTC, so that they sort
// correctly as text.
import { dayMs } from '@/lib/durations'

export function currentMonth(now = new Date()): string {
  return now.toISOString().slice(0, 7)
}

export function currentDay(now = new Date()): string {
  return now.toISOString().slice(0, 10)
}

export const monthPattern = /^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/

export function startOf(monthOrDay: string): Date {
  return new Date(monthOrDay)
}

export function addMonths(month: string, count: number): string {
  const date = startOf(month)
  date.setUTCMonth(date.getUTCMonth() + count)
  return currentMonth(date)
}

export function monthsThrough(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1))
    months.push(month)
  return months
}

export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to).getTime() - startOf(from).getTime()) / dayMs)
}
