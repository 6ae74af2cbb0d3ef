import { describe, expect, it } from 'vitest'
import { type ApiTable, apiTable, findApiAddress } from '@/lib/http/api-table'
import { exportedMethods, routeFileOf, routeFiles } from '../support/api'

describe('the API table', () => {
  const paths = Object.keys(apiTable) as (keyof ApiTable)[]
  const methodsOf = (path: string) => findApiAddress(path)?.methods

  it('lists exactly the route files', () => {
    expect([...new Set(paths.map(routeFileOf))].sort()).toEqual(routeFiles())
  })

  it.each(paths)(
    'lists the methods that the route file of %s exports',
    async (path) => {
      const methods = await exportedMethods(path)

      expect(Object.keys(apiTable[path]).sort()).toEqual(methods.sort())
    },
  )

  const addressOf = (path: string) => path.replace('{id}', 'cm1abc-DEF_9.x')

  it.each(paths)('finds %s with or without a trailing slash', (path) => {
    const own = Object.keys(apiTable[path])
    const methods = [
      ...own,
      ...(own.includes('GET') ? ['HEAD'] : []),
      'OPTIONS',
    ]
    const address = addressOf(path)

    expect(methodsOf(address)).toEqual(methods.sort())
    expect(methodsOf(`${address}/`)).toEqual(methods)
  })

  it.each(paths)('finds no address that is similar to %s', (path) => {
    const address = addressOf(path)
    const similar = [
      `${address}//`,
      `/x${address}`,
      `${address}%2f`,
      address.toUpperCase(),
      `${address}\n`,
    ]

    expect(similar.filter(methodsOf)).toEqual([])
  })

  it.each([
    '..',
    '.',
    '%2e%2e',
    '%2e',
    '{id}',
    '[id]',
    'a%2fb',
    'a/b',
    'é',
    '../x',
  ])('rejects the id %s', (id) => {
    expect(methodsOf(`/api/attestations/${id}`)).toBeUndefined()
    expect(methodsOf(`/api/attestations/${id}/restore`)).toBeUndefined()
  })

  it('rejects an empty id', () => {
    expect(methodsOf('/api/attestations//restore')).toBeUndefined()
  })

  it('matches a dot in a path literally', () => {
    expect(methodsOf('/api/openapiXjson')).toBeUndefined()
  })
})
