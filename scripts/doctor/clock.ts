import { differTooMuch, isYetToCome } from '@/lib/health/settings-checks'
import { error, type Finding, ok } from './finding'
import type { Answered } from './network'

/** Compares this machine's clock with other servers', or else with the newest lead. Receivers refuse old signatures. */
export function checkClock(clocks: Answered['clock'][], newestLead: Date | undefined, now = Date.now()): Finding {
  const advice = 'Have the clock set by NTP: `timedatectl set-ntp true`.'
  const known = clocks.filter((clock) => clock !== undefined)
  const wrong = known.find(({ theirs, ours }) => differTooMuch(theirs, ours))
  if (wrong) {
    const seconds = Math.round((wrong.ours - wrong.theirs) / 1000)
    const side = seconds > 0 ? 'ahead of' : 'behind'
    return error('Clock', `${Math.abs(seconds)} s ${side} that of ${wrong.server}.`, advice)
  }
  if (newestLead && isYetToCome(newestLead, now)) {
    return error('Clock', `the newest lead is from ${newestLead.toISOString()}, which is yet to come.`, advice)
  }
  const compared = known.map(({ server }) => server).join(', ')
  return ok('Clock', compared ? `agrees with ${compared}.` : 'no other server was there to compare it with.')
}
