import { describe, expect, it } from 'vitest'
import { type ApiTable, apiTable, methodsOf, type Operation } from '@/lib/http/api-table'
import { openApiDocument } from '@/lib/openapi/document'
import { dataFiles } from '@/lib/routes'
import { exportedMethods, routeFileOf, routeFiles } from '../support/api'

const paths = Object.keys(apiTable) as (keyof ApiTable)[]

const operations = Object.entries(apiTable).flatMap(([path, methods]) =>
  Object.entries<Operation>(methods).map(([method, operation]) => ({ path, method, operation })),
)

it('names every route file under app/api and no other', () => {
  expect(paths.map(routeFileOf).sort()).toEqual(routeFiles())
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

describe('the OpenAPI document', () => {
  type Described = {
    summary: string
    security?: Record<string, unknown>[]
    requestBody?: { required: boolean; content: object }
    responses: Record<string, unknown>
  }
  const described: Record<string, Record<string, Described>> = openApiDocument().paths

  it('has every operation of the table, the feeds, and no other', () => {
    const names = Object.entries(described).flatMap(([path, item]) => Object.keys(item).map((key) => `${key} ${path}`))
    const feeds = Object.values(dataFiles).flatMap((path) => [`get ${path}`, `get /{language}${path}`])
    const ofTable = operations.map(({ path, method }) => `${method.toLowerCase()} ${path}`)
    expect(names.sort()).toEqual([...ofTable, ...feeds].sort())
  })

  it.each(operations)('says of $method $path what the table says', ({ path, method, operation }) => {
    const item = described[path]?.[method.toLowerCase()]
    expect(item?.summary).toBeTruthy()
    const { authorisation, credentials = [], body, rateLimits } = operation
    const schemes = item?.security?.flatMap((scheme) => Object.keys(scheme)) ?? []
    expect(schemes).toEqual(
      credentials.map((credential) => ({ key: 'operatorKey', session: 'operatorSession' })[credential]),
    )
    expect(item?.responses).toEqual(
      expect.objectContaining(authorisation === 'none' ? {} : { '401': expect.anything() }),
    )
    expect(Object.keys(item?.requestBody?.content ?? {})).toEqual(body?.types ?? [])
    expect(item?.requestBody?.required).toBe(body && !body.optional)
    expect('413' in (item?.responses ?? {})).toBe(body !== undefined)
    expect('429' in (item?.responses ?? {})).toBe(rateLimits.length > 0)
  })
})
