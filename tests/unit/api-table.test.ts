import { describe, expect, it } from 'vitest'
import { type ApiTable, apiTable, methodsOf } from '@/lib/http/api-table'
import { exportedMethods, routeFileOf, routeFiles } from '../support/api'

const paths = Object.keys(apiTable) as (keyof ApiTable)[]

it('names every route file under app/api and no other', () => {
  expect([...new Set(paths.map(routeFileOf))].sort()).toEqual(routeFiles())
})

it.each(paths)('names every method that %s exports and no other', async (path) => {
  expect(Object.keys(apiTable[path]).sort()).toEqual((await exportedMethods(path)).sort())
})

describe('a request of the API', () => {
  it.each(paths)('to %s is known, with a slash at its end as well, and to what only looks like it is not', (path) => {
    const own = Object.keys(apiTable[path])
    const implied = own.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
    const address = path.replace('{id}', 'cm1abc-DEF_9.x')
    expect(methodsOf(address)).toEqual([...own, ...implied].sort())
    expect(methodsOf(`${address}/`)).toEqual(methodsOf(address))
    for (const other of [`${address}//`, `/x${address}`, `${address}%2f`, address.toUpperCase(), `${address}\n`]) {
      expect(methodsOf(other), other).toBeUndefined()
    }
  })

  it.each(['..', '.', '%2e%2e', '%2e', '', '{id}', '[id]', 'a%2fb', 'a/b', 'é', '../x'])(
    'to a report called %j is unknown',
    (id) => {
      expect(methodsOf(`/api/attestations/${id}/restore`)).toBeUndefined()
      if (id) expect(methodsOf(`/api/attestations/${id}`)).toBeUndefined()
    },
  )

  it('to another file’s name in place of a dot is unknown', () => {
    expect(methodsOf('/api/openapiXjson')).toBeUndefined()
  })
})
