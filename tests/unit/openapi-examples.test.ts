import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@/lib/openapi/document'
import { describedOperations, errorsOf, type Media } from '../support/openapi'

const operations = describedOperations()

function examplesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
}

describe('the OpenAPI document', () => {
  it('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(operations.length)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  })

  it.each(operations)('describes $name in words', ({ operation }) => {
    expect(operation.description.length).toBeGreaterThan(20)
    expect(operation.description).not.toBe(operation.summary)
    for (const { name, description } of operation.parameters ?? []) expect(description, name).toBeTruthy()
    for (const { description } of Object.values(operation.responses)) expect(description).toBeTruthy()
  })

  it.each(operations)('has valid examples of all that $name takes and answers, by named schemas', ({ operation }) => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
      Object.entries(each?.content ?? {}),
    )
    for (const [type, media] of contents) {
      const examples = examplesOf(media)
      expect(examples, type).not.toEqual([])
      for (const example of examples) expect(errorsOf(media.schema, example), JSON.stringify(example)).toBeNull()
      if (type.endsWith('json')) expect(JSON.stringify(media.schema)).toContain('"$ref":"#/components/schemas/')
    }
    for (const { name, schema, example } of operation.parameters ?? []) {
      if (example !== undefined) expect(errorsOf(schema, example), name).toBeNull()
    }
  })

  it('names and titles every schema that it refers to', () => {
    const { schemas } = openApiDocument().components
    const references = JSON.stringify(openApiDocument()).match(/#\/components\/schemas\/\w+/g) ?? []
    const used = [...new Set(references.map((each) => each.replace('#/components/schemas/', '')))]
    expect(used.sort()).toEqual(Object.keys(schemas).sort())
    for (const [name, schema] of Object.entries(schemas)) expect(schema).toMatchObject({ title: name })
  })

  it('says which paths of CHATBOT_URL the site asks', () => {
    const asked = operations.filter(({ path }) => path.startsWith('/api/chatbot/'))
    expect(asked).toHaveLength(3)
    for (const { name, path, operation } of asked) expect(operation.description, name).toContain(`CHATBOT_URL${path}`)
  })
})
