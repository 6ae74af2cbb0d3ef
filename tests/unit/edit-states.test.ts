import { describe, expect, it, vi } from 'vitest'
import { env } from '@/lib/env'
import { loadCatalogs } from '@/scripts/copy/check'
import { addressOf } from '@/scripts/edit/states/address'
import { listGroups } from '@/scripts/edit/states/list'
import { applySettings } from '@/scripts/edit/states/settings'

const states = listGroups().flatMap((group) => group.states)

describe('the states of the site', () => {
  it('each have an address of their own', () => {
    const ids = states.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const addresses = states.map((state) => ('path' in state ? addressOf(state, 'fr') : `/${state.id}`))
    expect(addresses.filter((address) => !/^\/[\w./-]+(\?[^?\s]+)?$/.test(address))).toEqual([])
  })

  it('wait for texts that are in the catalog', () => {
    const { messages } = loadCatalogs().english
    expect(states.flatMap(({ shows }) => shows).filter((key) => !messages.has(key))).toEqual([])
  })

  it('change settings, and the next one has those of the start again', () => {
    vi.stubEnv('DEMO', 'false')
    applySettings({ DEMO: 'true', LIMIT_CHAT_GLOBAL: '7' })
    expect(env).toMatchObject({ DEMO: true, LIMIT_CHAT_GLOBAL: 7 })
    applySettings({ DEMO: 'true' })
    expect(env).toMatchObject({ DEMO: true, LIMIT_CHAT_GLOBAL: 600 })
    applySettings({})
    expect(env).toMatchObject({ DEMO: false, LIMIT_CHAT_GLOBAL: 600 })
  })
})
