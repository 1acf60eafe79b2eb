import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import converter from 'openapi-to-postmanv2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { API_VERSION, CHANGELOG, changelogMarkdown } from '../../api/documents/changelog.ts'
import { PUBLIC_PATHS } from '../../api/documents/public-paths.ts'
import { generatedDocuments } from '../../api/documents/write-documents.ts'
import {
  buildOpenApi,
  errorCodesOf,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../../api/documents/openapi.ts'
import { PROBLEMS } from '../../api/http/problem.ts'
import { operations } from '../../api/resources/index.ts'
import { ERROR_CODES } from '#platform/core/errors.ts'
import { EVENT_TYPES } from '#webhooks/events/event-types.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { createWorld } from './world.ts'
import { expectStandingHeaders } from './expectations.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const inRepository = (name: string) => readFile(path.join(ROOT, name), 'utf8')

const document: OpenApiDocument = buildOpenApi(operations)

describe('what is committed', () => {
  test.each(['api/openapi.json', 'api/postman.json', 'docs/errors.md', 'docs/changelog.md'])(
    '%s is what `node api/documents/write-documents.ts` writes',
    async (name) => {
      const generated = (await generatedDocuments())[name]
      expect(await inRepository(name)).toBe(generated)
    },
  )
})

/** Every object in a value, with the path to it. */
function* objectsIn(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>]
  for (const [name, member] of Object.entries(value))
    yield* objectsIn(member, `${at}/${name.replaceAll('/', '~1')}`)
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      document,
    )

describe('the OpenAPI document', () => {
  test('has the shape of OpenAPI 3.1', () => {
    expect(converter.validate({ type: 'json', data: document })).toMatchObject({ result: true })
    expect(document.openapi).toBe('3.1.0')
    for (const methods of Object.values(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
        expect(operation['summary'], operation.operationId).toMatch(/^[A-Z].*[^.]$/)
        for (const response of Object.values(operation.responses))
          expect('$ref' in response || 'description' in response).toBe(true)
      }
  })

  test('refers to nothing that is not there', () => {
    const dangling = [...objectsIn(document)].filter(
      ([, { $ref }]) => typeof $ref === 'string' && resolve($ref) === undefined,
    )
    expect(dangling).toEqual([])
  })

  test('carries nothing that nothing refers to', () => {
    const used = new Set([...objectsIn(document)].map(([, { $ref }]) => $ref))
    const unused = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))
      .filter((reference) => !used.has(reference))
    expect(unused).toEqual([])
  })

  test('gives every operation an id of its own, a known tag and its path parameters', () => {
    const tags = document.tags.map(({ name }) => name)
    const described = Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.values(methods).map((operation) => ({ route, operation })),
    )
    const ids = described.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { route, operation } of described) {
      expect(tags).toEqual(expect.arrayContaining(operation.tags))
      const inPath = parametersOf(operation).filter((parameter) => parameter['in'] === 'path')
      const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name)).toEqual(names)
      expect(operation['security'], operation.operationId).toBeDefined()
    }
  })

  test('describes every tag', () => {
    expect(document.tags.filter(({ description }) => !description)).toEqual([])
  })

  test('describes every operation with its codes, by status', () => {
    for (const operation of operations) {
      const { responses } = document.paths[operation.path]![operation.method]!
      const statuses = errorCodesOf(operation).map((code) => String(PROBLEMS[code].status))
      expect(new Set(Object.keys(responses))).toEqual(
        new Set([String(operation.status), ...statuses]),
      )
    }
  })

  test('says `type` wherever it says `const`', () => {
    const untyped = [...objectsIn(document)].filter(([, it]) => 'const' in it && !('type' in it))
    expect(untyped).toEqual([])
  })

  test('describes every event of the catalog', () => {
    expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES)
  })

  test('does not take optional members for required ones', () => {
    const { CreateAppointment } = document.components['schemas']! as Record<
      string,
      { required: string[] }
    >
    expect(CreateAppointment!.required).toEqual(['childId', 'providerId', 'type', 'startsAt'])
  })

  test('has examples that its own schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', ...document }, 'document')
    const check = (at: string, schema: object, example: unknown) => {
      const rooted = JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
      ) as object
      const valid = ajv.validate(rooted, example)
      expect(valid, `${at}: ${ajv.errorsText()}\n${JSON.stringify(example)}`).toBe(true)
    }
    let checked = 0
    for (const [at, { schema, example, examples }] of objectsIn(document)) {
      if (typeof schema !== 'object' || schema === null || at.includes('/properties/')) continue
      const values = Object.values((examples ?? {}) as Record<string, { $ref?: string }>).map(
        (it) => ($refOf(it) ?? it) as { value: unknown },
      )
      if (example !== undefined) values.push({ value: example })
      for (const { value } of values) {
        check(at, schema, value)
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(operations.length)
  })

  test('is not longer than a page of examples would need: no response is described twice', () => {
    const inline = [...objectsIn(document.paths)].filter(
      ([at, it]) => /\/responses\/[45]\d\d$/.test(at) && !('$ref' in it),
    )
    expect(inline.map(([at]) => at).filter((at) => !/oauth|readyz/.test(at))).toEqual([])
  })
})

const $refOf = ({ $ref }: { $ref?: string }) => ($ref ? resolve($ref) : undefined)

const parametersOf = (operation: OpenApiOperation) =>
  ((operation['parameters'] ?? []) as Record<string, unknown>[]).map(
    (parameter) => ($refOf(parameter) as Record<string, unknown> | undefined) ?? parameter,
  )

describe('the Postman collection', () => {
  test('is the same whenever it is made: nothing in it is invented', async () => {
    const [one, two] = [await generatedDocuments(), await generatedDocuments()]
    expect(one['api/postman.json']).toBe(two['api/postman.json'])
  })

  test('has a request for everything in the document, with variables for what differs', async () => {
    const collection = JSON.parse(await inRepository('api/postman.json')) as {
      item: { name: string; item: { request: object }[] }[]
      variable: { key: string }[]
    }
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    const requests = collection.item.flatMap((folder) => folder.item)
    expect(requests).toHaveLength(described.length)
    const used = new Set(
      [...JSON.stringify(collection).matchAll(/\{\{([\w$]+)\}\}/g)].map(([, name]) => name),
    )
    used.delete('$guid')
    expect(collection.variable.map(({ key }) => key)).toEqual(expect.arrayContaining([...used]))
  })
})

describe('served', () => {
  let api: TestApi
  let client: ApiClient

  beforeAll(async () => {
    api = await startApi()
    client = await api.createTenant()
  })

  afterAll(async () => {
    expect(api.errors).toEqual([])
    await api[Symbol.asyncDispose]()
  })

  test.each([
    ['/openapi.json', 'api/openapi.json'],
    ['/postman.json', 'api/postman.json'],
  ])('%s is the committed file, to anybody, and 304 to who has it', async (route, file) => {
    const answer = await api.anonymous().get(route)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(await inRepository(file))
    expectStandingHeaders(answer)
    const etag = answer.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api
        .anonymous()
        .send({ path: route, headers: { 'if-none-match': condition } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expectStandingHeaders(again)
    }
    const other = await api.anonymous().send({ path: route, headers: { 'if-none-match': '"x"' } })
    expect(other.status).toBe(200)
  })

  test('documents come compressed to who takes that, under an ETag of their own', async () => {
    await using server = await api.listen()
    const response = await fetch(`${server.url}/openapi.json`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('etag')).toMatch(/-gzip"$/)
    expect(await response.text()).toBe(await inRepository('api/openapi.json'))
    const head = await fetch(`${server.url}/openapi.json`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('the reference asks nobody but us, and its policy would not let it', async () => {
    const page = await api.anonymous().get('/docs')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(page.text).not.toMatch(/https?:\/\//)
    const scripts = [...page.text.matchAll(/<script src="([^"]+)">/g)].map(([, src]) => src!)
    expect(scripts).toHaveLength(2)
    for (const src of scripts) {
      const script = await api.anonymous().get(src)
      expect(script.status).toBe(200)
      expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
      expect(script.headers.get('cache-control')).toContain('immutable')
    }
    const start = await api.anonymous().get(scripts[1]!)
    expect(start.text).toContain('"telemetry":false')
    expect(start.text).toContain('"withDefaultFonts":false')
  })

  test('every code is explained where the type of its problem points', async () => {
    const page = await api.anonymous().get('/docs/errors')
    const markdown = await inRepository('docs/errors.md')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    for (const code of ERROR_CODES) {
      expect(page.text).toContain(`<section id="${code}">`)
      expect(markdown).toContain(`\`${code}\``)
    }
  })

  test('the changelog, by anybody, says what docs/changelog.md says', async () => {
    const answer = await api.anonymous().get<{ data: Release[] }>('/v1/changelog')
    expect(answer.status).toBe(200)
    expectStandingHeaders(answer)
    expect(answer.body).toMatchObject({ nextCursor: null, hasMore: false })
    expect(answer.body.data.map(({ version }) => version)).toEqual(
      CHANGELOG.map(({ version }) => version),
    )
    const markdown = await inRepository('docs/changelog.md')
    expect(markdown).toBe(changelogMarkdown())
    for (const { version, added, improved } of answer.body.data) {
      expect(markdown).toContain(`## ${version}\n`)
      for (const line of [...added, ...improved]) expect(markdown).toContain(`- ${line}\n`)
    }
    expect(document.info).toMatchObject({ version: API_VERSION })
  })

  test('the changelog lists the releases of the specification', async () => {
    const { body } = await client.get<{ data: Release[] }>('/v1/changelog')
    const words = Object.fromEntries(body.data.map((it) => [it.version, JSON.stringify(it)]))
    expect(words['2.1.0']).toMatch(/PATCH.*API key scoping.*OpenAPI 3\.1.*Webhook retry/)
    expect(words['2.2.0']).toMatch(/Session notes.*Availability.*custom_fields/)
    expect(words['2.3.0']).toMatch(
      /appointment\.rescheduled, session\.note_added and assessment\.completed.*Rate limit headers/,
    )
    expect(body.data[0]!.version).toBe('2.8.0')
  })

  test.each(
    Object.entries(PUBLIC_PATHS).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => [method, route] as const),
    ),
  )('%s %s answers as described', async (method, route) => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const parameters = { grant_type: 'client_credentials', token: 'x', client_id, client_secret }
    const isLink = route.startsWith('/l/')
    const isFile = route.startsWith('/v1/files/')
    const world = createWorld(api, client)
    const pathOf = async (): Promise<string> => {
      if (isLink) return world.feedbackLink()
      if (isFile) return world.fileLink(method)
      if (!route.startsWith('/calendar/')) return route
      return new URL(String((await world.calendarFeed())['url'])).pathname
    }
    const answer = await api.anonymous().send({
      method: method.toUpperCase(),
      path: await pathOf(),
      ...(method === 'put' && { body: 'Seen at home.' }),
      ...(method === 'post' && { json: isLink ? { rating: 5 } : parameters }),
    })
    expect(answer.status, answer.text).toBe(200)
    expectStandingHeaders(answer)
    const described = PUBLIC_PATHS[route]![method] as OpenApiOperation
    const content = (described.responses['200'] as { content: Record<string, { schema: object }> })
      .content
    const [[type, { schema }]] = Object.entries(content) as [[string, { schema: object }]]
    if (type !== '*/*') expect(answer.headers.get('content-type')).toContain(type)
    const ajv = new Ajv2020({ strict: false })
    if (type === 'application/json')
      expect(ajv.validate(schema, answer.body), ajv.errorsText()).toBe(true)
  })
})

interface Release {
  version: string
  added: string[]
  improved: string[]
}
