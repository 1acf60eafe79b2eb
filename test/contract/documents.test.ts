import { escaped } from '#messaging/messages/render.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import converter from 'openapi-to-postmanv2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { areaDocument } from '../../api/documents/area-document.ts'
import { API_VERSION, CHANGELOG } from '../../api/documents/changelog.ts'
import { TAGS } from '../../api/documents/description.ts'
import { PAGES, pagesIn, readingPath } from '../../api/documents/pages.ts'
import { buildPostmanCollection } from '../../api/documents/postman.ts'
import { PUBLIC_PATHS } from '../../api/documents/public-paths.ts'
import { buildOpenApi, errorCodesOf, takesDryRun } from '../../api/documents/openapi.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../api/documents/openapi-document.ts'
import { PROBLEMS } from '../../api/http/problem.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations, OPERATIONS_BY_CONTEXT } from '../../api/resources/index.ts'
import { CONTEXTS, type ContextName } from '../../domain/contexts.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { permissionsOf, SCOPES } from '#platform/core/access/permissions.ts'
import { EVENT_TYPES } from '#webhooks/events/event-types.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { createWorld } from './world.ts'
import { expectStandingHeaders } from './expectations.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const inRepository = (name: string) => readFile(path.join(ROOT, name), 'utf8')

const document: OpenApiDocument = buildOpenApi(operations)

/** Every object in a value, with its path. */
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
  test('is valid OpenAPI 3.1', () => {
    expect(converter.validate({ type: 'json', data: structuredClone(document) })).toMatchObject({
      result: true,
    })
    expect(document.openapi).toBe('3.1.0')
    for (const methods of Object.values(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
        expect(operation['summary'], operation.operationId).toMatch(/^[A-Z].*[^.]$/)
        for (const response of Object.values(operation.responses))
          expect('$ref' in response || 'description' in response).toBe(true)
      }
  })

  test('has no dangling references', () => {
    const dangling = [...objectsIn(document)].filter(
      ([, { $ref }]) => typeof $ref === 'string' && resolve($ref) === undefined,
    )
    expect(dangling).toEqual([])
  })

  test('has no unused components', () => {
    const used = new Set([...objectsIn(document)].map(([, { $ref }]) => $ref))
    const unused = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))
      .filter((reference) => !used.has(reference))
    expect(unused).toEqual([])
  })

  test('gives every operation a unique id, a known tag and its path parameters', () => {
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

  test('groups tags by context, and each operation belongs to the context of its folder', async () => {
    const groups = document['x-tagGroups']
    const contexts = groups.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
    expect(contexts.toSorted()).toEqual(Object.keys(CONTEXTS).toSorted())
    expect(groups.flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name))
    const source = await inRepository('api/resources/index.ts')
    for (const [context, of] of Object.entries(OPERATIONS_BY_CONTEXT)) {
      const known = Object.keys(TAGS[context as keyof typeof TAGS])
      for (const { id, tag } of of) expect(known, id).toContain(tag)
      const [, listed = ''] = new RegExp(`^  '?${context}'?: \\[([^\\]]*)`, 'm').exec(source) ?? []
      for (const [, name] of listed.matchAll(/\.\.\.(\w+)/g))
        expect(source).toMatch(new RegExp(`import \\{ ${name} \\} from '\\./(${context}/|v0\\.ts)`))
    }
  })

  test('describes every tag, and each has an operation or an event', () => {
    const used = [document.paths, document.webhooks]
      .flatMap((paths) => Object.values(paths))
      .flatMap((methods) => Object.values(methods) as OpenApiOperation[])
      .flatMap(({ tags }) => tags)
    expect(document.tags.filter(({ description }) => !description)).toEqual([])
    expect(document.tags.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
  })

  test('names components as classes are named in every language', () => {
    const names = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([, all]) => Object.keys(all))
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
  })

  test('describes every operation, parameter and member', () => {
    const silent = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ description }) => !description)
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
    const parameters = described().flatMap(parametersOf)
    expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
    const members = [...objectsIn(document)].flatMap(([at, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Words>).map(
        ([name, member]) => [`${at}/${name}`, member] as const,
      ),
    )
    expect(members.length).toBeGreaterThan(1_000)
    expect(members.filter(([, member]) => !saysWhatItIs(member)).map(([at]) => at)).toEqual([])
  })

  test('closes request schemas and leaves response and event schemas open', () => {
    const isObject = (it: Record<string, unknown>) => it['properties'] !== undefined
    const sent = described().flatMap(({ requestBody }) => [...reachableFrom(requestBody)])
    const told = [document.webhooks, ...described().map(({ responses }) => responses)]
    const open = sent.filter(([, it]) => isObject(it) && it['additionalProperties'] !== false)
    expect(open.map(([at]) => at)).toEqual([])
    const closed = told
      .flatMap((it) => [...reachableFrom(it)])
      .filter(([, it]) => it['additionalProperties'] === false)
    expect(closed.map(([at]) => at)).toEqual([])
    expect(sent.filter(([, it]) => isObject(it)).length).toBeGreaterThan(100)
  })

  test('names the request and response schemas of every operation', () => {
    for (const { operationId, requestBody, responses } of described()) {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((it) =>
        Object.entries((it as { content?: Record<string, Media> } | undefined)?.content ?? {}),
      )
      for (const [type, { schema }] of bodies)
        if (type === 'application/json') {
          const of = schema['type'] === 'array' ? (schema['items'] as object) : schema
          expect(Object.keys(of), operationId).toEqual(['$ref'])
        }
    }
  })

  test('distinguishes the variants of a union by a member', () => {
    const unions = [...objectsIn(document)].filter(([, it]) => 'oneOf' in it)
    expect(unions.length).toBeGreaterThan(0)
    for (const [at, { oneOf, discriminator }] of unions) {
      const { propertyName, mapping } = discriminator as { propertyName: string; mapping: object }
      const options = (oneOf as { $ref: string }[]).map(({ $ref }) => $ref)
      expect(Object.values(mapping), at).toEqual(options)
      for (const [value, $ref] of Object.entries(mapping as Record<string, string>)) {
        const { properties } = resolve($ref) as { properties: Record<string, { const: string }> }
        expect(properties[propertyName]!.const, at).toBe(value)
      }
    }
  })

  test('describes a range as one named object for code generators', () => {
    const parameters = described().flatMap(parametersOf)
    expect(parameters.filter(({ name }) => /\[/.test(String(name)))).toEqual([])
    const ranges = parameters.filter(({ style }) => style === 'deepObject')
    expect(ranges.length).toBeGreaterThan(0)
    for (const { schema } of ranges)
      expect(schema).toEqual({ $ref: '#/components/schemas/InstantRange' })
  })

  test('describes what every scope permits', () => {
    const { oauth2 } = document.components['securitySchemes'] as Record<
      string,
      { flows: { clientCredentials: { scopes: Record<string, string> } } }
    >
    const { scopes } = oauth2!.flows.clientCredentials
    expect(Object.keys(scopes)).toEqual(SCOPES)
    for (const [scope, words] of Object.entries(scopes))
      for (const permission of permissionsOf([scope]))
        expect(words).toContain(permission.split(':')[0])
  })

  test('titles an operation with the verb of its id, which readers search for', () => {
    const verbs: Record<string, string[]> = {
      get: ['retrieve'],
      patch: ['change'],
      lose: ['mark'],
      hold: ['hold', 'put'],
    }
    const isTitled = ({ id, summary }: Operation) => {
      const [verb = ''] = /^[a-z]+/.exec(id) ?? []
      const words = summary.toLowerCase().replaceAll('-', '')
      // Creating operations have specific verbs: an appointment is booked, a child registered.
      return verb === 'create' || (verbs[verb] ?? [verb]).some((it) => words.startsWith(it))
    }
    expect(operations.filter((it) => !isTitled(it)).map(({ id }) => id)).toEqual([])
  })

  test('is also offered in small parts', () => {
    const bytes = Buffer.byteLength(JSON.stringify(document))
    expect(bytes / operations.length).toBeLessThan(6_000)
    for (const area of Object.keys(TAGS) as ContextName[]) {
      const part = JSON.stringify(areaDocument(document, area))
      expect(Buffer.byteLength(part), area).toBeLessThan(1_000_000)
    }
  })

  test('describes the error codes of every operation, by status', () => {
    for (const operation of operations) {
      const { responses } = document.paths[operation.path]![operation.method]!
      const statuses = errorCodesOf(operation).map((code) => String(PROBLEMS[code].status))
      expect(new Set(Object.keys(responses))).toEqual(
        new Set([
          String(operation.status),
          ...(takesDryRun(operation) ? ['200'] : []),
          ...statuses,
        ]),
      )
    }
  })

  test('adds `type` to every `const`', () => {
    const untyped = [...objectsIn(document)].filter(([, it]) => 'const' in it && !('type' in it))
    expect(untyped).toEqual([])
  })

  test('describes every event of the catalog', () => {
    expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES)
  })

  test('does not mark optional members as required', () => {
    const { CreateAppointment } = document.components['schemas']! as Record<
      string,
      { required: string[] }
    >
    expect(CreateAppointment!.required).toEqual(['childId', 'providerId', 'startsAt'])
  })

  test('has examples that match its schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', ...document }, 'document')
    const validators = new Map<string, ValidateFunction>()
    const check = (at: string, schema: object, example: unknown) => {
      const key = JSON.stringify(schema)
      const validate = validators.get(key) ?? ajv.compile(rooted(schema))
      validators.set(key, validate)
      const valid = validate(example)
      const faults = ajv.errorsText(validate.errors)
      expect(valid, `${at}: ${faults}\n${JSON.stringify(example)}`).toBe(true)
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

  test('stays within its size limit, and describes each response once', () => {
    const inline = [...objectsIn(document.paths)].filter(
      ([at, it]) => /\/responses\/[45]\d\d$/.test(at) && !('$ref' in it),
    )
    expect(inline.map(([at]) => at).filter((at) => !/oauth|readyz/.test(at))).toEqual([])
  })
})

/** The operations documented as needing an access token. */
const described = (): OpenApiOperation[] =>
  operations.map(({ path: route, method }) => document.paths[route]![method]!)

/** Every object in a part of the document and in its components, once. */
function* reachableFrom(part: unknown, seen = new Set<string>()): Generator<Located> {
  for (const [at, it] of objectsIn(part)) {
    yield [at, it]
    const $ref = it['$ref']
    if (typeof $ref !== 'string' || seen.has($ref)) continue
    seen.add($ref)
    for (const [below, found] of reachableFrom(resolve($ref), seen))
      yield [`${$ref}${below}`, found]
  }
}

interface Words {
  description?: string
  $ref?: string
  anyOf?: Words[]
}

/** Resolves references into the document, which a validator knows by this name. */
const rooted = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
  ) as object

/** Described in its own words, by its component, or by the component it is unless null. */
const saysWhatItIs = ({ description, $ref, anyOf = [] }: Words): boolean =>
  Boolean(description) ||
  ($ref !== undefined && saysWhatItIs(resolve($ref) as Words)) ||
  anyOf.some(saysWhatItIs)

type Located = [at: string, it: Record<string, unknown>]
interface Media {
  schema: Record<string, unknown>
}

const $refOf = ({ $ref }: { $ref?: string }) => ($ref ? resolve($ref) : undefined)

/** The required query parameters of the document. */
const exampleQuery = (operation: OpenApiOperation): string => {
  const shown = parametersOf(operation).filter((it) => it.in === 'query' && it.required)
  if (shown.length === 0) return ''
  return `?${new URLSearchParams(Object.fromEntries(shown.map(({ name, example }) => [name, String(example)]))).toString()}`
}

const parametersOf = (operation: OpenApiOperation) =>
  ((operation['parameters'] ?? []) as Record<string, unknown>[]).map(
    (parameter) => ($refOf(parameter) as Record<string, unknown> | undefined) ?? parameter,
  )

describe('the Postman collection', () => {
  test('is reproducible, without invented values', async () => {
    const [one, two] = [
      await buildPostmanCollection(document),
      await buildPostmanCollection(document),
    ]
    expect(JSON.stringify(one)).toBe(JSON.stringify(two))
  })

  test('has a request for every operation, with variables for ids', async () => {
    const collection = (await buildPostmanCollection(document)) as {
      item: { name: string; item: { name: string; request: object; event?: object[] }[] }[]
      variable: { key: string }[]
    }
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    const requests = collection.item.flatMap((folder) => folder.item)
    expect(requests).toHaveLength(described.length)
    const keepsItsAnswer = requests.filter(({ event }) => event?.length).map(({ name }) => name)
    expect(keepsItsAnswer).toEqual(['Create an access token'])
    const used = new Set(
      [...JSON.stringify(collection).matchAll(/\{\{([\w$]+)\}\}/g)].map(([, name]) => name),
    )
    used.delete('$guid')
    expect(collection.variable.map(({ key }) => key)).toEqual(expect.arrayContaining([...used]))
  })
})

describe('serving', () => {
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
    ['/openapi.json', async () => document],
    ['/postman.json', () => buildPostmanCollection(document)],
  ])('%s returns this version to anybody, and 304 for its ETag', async (route, built) => {
    const answer = await api.anonymous().get(route)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(JSON.stringify(await built()))
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

  test('documents are compressed on request, with their own ETag', async () => {
    await using server = await api.listen()
    const response = await fetch(`${server.url}/openapi.json`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('etag')).toMatch(/-gzip"$/)
    expect(await response.text()).toBe(JSON.stringify(document))
    const head = await fetch(`${server.url}/openapi.json`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('documents of areas contain each operation once, and everything it refers to', async () => {
    const operationIds: string[] = []
    for (const area of Object.keys(TAGS)) {
      const answer = await api.anonymous().get<OpenApiDocument>(`/openapi/${area}`)
      expect(answer.status).toBe(200)
      const { paths, webhooks, components } = answer.body
      for (const methods of [...Object.values(paths), ...Object.values(webhooks)])
        for (const { operationId } of Object.values(methods)) operationIds.push(operationId)
      const referred = [...answer.text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)]
      const missing = referred.filter(([, kind, name]) => !components[kind!]?.[name!])
      expect(missing.map(([reference]) => reference)).toEqual([])
      expect(answer.text.length).toBeLessThan(720_000)
    }
    const all = [...Object.values(document.paths), ...Object.values(document.webhooks)]
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(operationIds.toSorted()).toEqual(all.toSorted())
    expect(await api.anonymous().get('/openapi/none')).toMatchObject({ status: 404 })
  })

  test('the error page has an index that links to every code', async () => {
    const { text } = await api.anonymous().get('/docs/errors')
    // The site header contains a list of links before the list of codes.
    const [, index = '', sections = ''] = text.split('</nav>')
    for (const code of ERROR_CODES) {
      expect(index).toContain(`<a href="#${code}">`)
      expect(sections).toContain(`<section id="${code}">`)
    }
  })

  test('the start page is HTML for browsers and links for clients, and no link is broken', async () => {
    const links = await api.anonymous().get<{ links: Record<string, string> }>('/')
    // No relay runs here: after 15 seconds the waiting outbox makes the API `degraded`.
    const status = expect.stringMatching(/^(ok|degraded)$/) as string
    expect(links.body).toMatchObject({ version: API_VERSION, status })
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const page = await api.anonymous().send({ path: '/', headers: { accept } })
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('vary')).toBe('Accept')
    for (const path of Object.values(links.body.links)) {
      const { status } = await api.anonymous().get(path)
      const isLink = path !== '/oauth/token'
      expect(page.text.includes(`href="${path}"`), path).toBe(isLink)
      expect(status, path).toBe(isLink ? 200 : 405)
    }
    const models = await api.anonymous().get('/llms.txt')
    expect(models.text).toMatch(/^# Therapy Care Platform API\n/)
    for (const path of Object.values(links.body.links))
      expect(models.text).toMatch(new RegExp(`\\(${path}(?:/README)?(?:\\.md)?\\)`))
  })

  test('every guide is a page in a browser, without broken links or anchors', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const read = (path: string) => api.anonymous().send({ path, headers: { accept } })
    const paths = PAGES.map(({ path }) => readingPath(path))
    const drawn = new Map<string, string>()
    for (const path of [...paths, '/docs', '/docs/errors']) {
      const page = await read(path)
      expect([page.status, page.headers.get('content-type')], path).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      drawn.set(path, page.text)
    }
    for (const path of ['/', '/sign-in']) drawn.set(path, (await read(path)).text)
    const guides = paths.filter((path) => path !== '/docs/errors')
    const leading: string[] = []
    for (const path of guides) {
      const text = drawn.get(path)!
      expect(text).not.toMatch(/<script|\bon\w+=/)
      const hrefs = [...text.matchAll(/<a href="((?:\/|#)[^"]*)"/g)].map(([, href]) => href!)
      for (const href of hrefs.filter((it) => !it.endsWith('.md'))) {
        const [to = '', anchor] = href.split('#')
        const target = drawn.get(to || path)
        expect(target, `${path} links to ${href}`).toBeDefined()
        if (anchor) expect(target, `${path} links to ${href}`).toContain(`id="${anchor}"`)
        leading.push(href)
      }
      const markdown = PAGES.find((page) => readingPath(page.path) === path)!
      const plain = await api.anonymous().get(path)
      expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(plain.headers.get('vary')).toMatch(/\bAccept(?:,|$)/)
      expect((await read(markdown.path)).text).toBe(plain.text)
    }
    expect(leading.length).toBeGreaterThan(60)
    expect(drawn.get('/docs/guides')).toContain('<a href="/docs/guides/forms">Forms</a>')
  })

  test('guides are served as committed and link to existing pages', async () => {
    const committed = await readdir(new URL('../../docs/guides/', import.meta.url))
    expect(pagesIn('/docs/guides/').toSorted()).toEqual(committed.toSorted())
    const served = new Set(PAGES.map(({ path }) => path))
    for (const path of served) {
      const page = await api.anonymous().get(path)
      expect(page.headers.get('content-type'), path).toBe('text/plain; charset=utf-8')
      expect(page.text).toBe(await inRepository(path.slice(1)))
      if (!/quickstart|guides|records/.test(path)) continue
      for (const [, link = ''] of page.text.matchAll(/\]\(([^):#]+\.md)/g)) {
        const to = new URL(link, `http://api${path}`).pathname
        expect(served.has(to), `${path} links to ${to}`).toBe(true)
      }
    }
    expect(await api.anonymous().get('/docs/decisions.md')).toMatchObject({ status: 404 })
  })

  test('the reference contacts only this server, and its policy enforces that', async () => {
    const page = await api.anonymous().get('/docs/reference/scheduling')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(page.text).not.toMatch(/https?:\/\//)
    const scripts = [...page.text.matchAll(/<script defer src="([^"]+)">/g)].map(([, src]) => src!)
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

  test('the index of the reference finds every operation by common search terms', async () => {
    const page = await api.anonymous().get('/docs')
    expect(page.status).toBe(200)
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page.text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    const items = [...page.text.matchAll(/<li>.*?<\/li>/g)].map(([item]) => item)
    const parts = [...page.text.matchAll(/<li class="(?:page|part)".*?<\/li>/g)].map(([it]) => it)
    for (const { path, about } of PAGES) {
      const own = parts.filter((part) => part.includes(`href="${readingPath(path)}"`))
      expect(own, path).toHaveLength(1)
      expect(own[0]).toContain(escaped(about))
    }
    for (const [word, at] of [
      ['secret', '/docs/webhooks#'],
      ['waitlist', '/docs/guides/scheduling#'],
      ['backup', '/docs/operations#back-up-and-restore'],
    ] as const)
      expect(
        parts.some((part) => part.includes(word) && part.includes(`href="${at}`)),
        word,
      ).toBe(true)
    const all = [...Object.values(document.paths), ...Object.values(document.webhooks)]
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    for (const id of all) expect(items.filter((item) => item.includes(` ${id} `))).toHaveLength(1)
    expect(items).toHaveLength(all.length)
    for (const word of ['acknowledge', 'introspect', 'upload'])
      expect(items.some((item) => item.toLowerCase().includes(word))).toBe(true)
    for (const area of new Set(
      [...page.text.matchAll(/href="(\/docs\/reference\/[\w-]+)/g)].map(([, it]) => it!),
    ))
      expect((await api.anonymous().get(area)).status, area).toBe(200)
    expect(await api.anonymous().get('/docs/reference/none')).toMatchObject({ status: 404 })
  })

  test('the type URL of every problem explains its code', async () => {
    const page = await api.anonymous().get('/docs/errors')
    const markdown = await inRepository('docs/errors.md')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    for (const code of ERROR_CODES) {
      expect(page.text).toContain(`<section id="${code}">`)
      expect(markdown).toContain(`### ${code}\n`)
    }
  })

  test('the public changelog equals docs/changelog.md', async () => {
    const answer = await api.anonymous().get<{ data: Release[] }>('/v1/changelog')
    expect(answer.status).toBe(200)
    expectStandingHeaders(answer)
    expect(answer.body).toMatchObject({ nextCursor: null, hasMore: false })
    expect(answer.body.data.map(({ version }) => version)).toEqual(
      CHANGELOG.map(({ version }) => version),
    )
    const markdown = await inRepository('docs/changelog.md')
    for (const { version, ...sections } of answer.body.data) {
      expect(markdown).toContain(`## ${version}\n`)
      for (const line of Object.values(sections).flat()) expect(markdown).toContain(`- ${line}\n`)
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
    expect(body.data[0]!.version).toBe('3.0.0')
  })

  const leadAnswers = async (at: string) => {
    const { body } = await api.anonymous().get<{ hidden: object }>(at)
    api.clock.advance(5_000)
    const contact = { contactName: 'Mara Weiss', contactEmail: 'mara@example.com' }
    const answers = { childBirthDate: '2024-04-30', 'consent.TREATMENT': 'yes' }
    return { ...body.hidden, ...contact, ...answers }
  }

  test.each(
    Object.entries(PUBLIC_PATHS).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => [method, route] as const),
    ),
  )('%s %s responds as documented', async (method, route) => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const parameters = { grant_type: 'client_credentials', token: 'x', client_id, client_secret }
    const isLink = route.startsWith('/links/')
    const isWebhook = route.startsWith('/agent-webhooks/')
    const isFile = route.endsWith('/{token}') && !isLink && !isWebhook
    const isLeadForm = route.startsWith('/lead-forms/')
    const world = createWorld(api, client)
    const pathOf = async (): Promise<string> => {
      if (isLink) return world.feedbackLink()
      if (isFile) return world.fileLink(method)
      if (isWebhook) return world.webhookPath()
      if (isLeadForm) return String((await world.leadForm())['path'])
      if (!route.startsWith('/calendars/'))
        return route
          .replace('{area}', 'people')
          .replace('{page}', pagesIn(`${path.dirname(route)}/`)[0]!)
          .concat(exampleQuery(PUBLIC_PATHS[route]![method] as OpenApiOperation))
      return new URL(String((await world.calendarFeed())['url'])).pathname
    }
    const event = route.startsWith('/payment-webhooks/') && (await world.paymentWebhook())
    const at = event ? event.path : await pathOf()
    const answer = await api.anonymous().send({
      method: method.toUpperCase(),
      path: at,
      ...(event && { headers: event.headers, body: event.body }),
      ...(method === 'put' && { body: 'Seen at home.' }),
      ...(method === 'post' &&
        !event && {
          json: isLink ? { rating: 5 } : isLeadForm ? await leadAnswers(at) : parameters,
        }),
    })
    expect(answer.status, answer.text).toBe(200)
    expectStandingHeaders(answer)
    const described = PUBLIC_PATHS[route]![method] as OpenApiOperation
    const content = (described.responses['200'] as { content: Record<string, { schema: object }> })
      .content
    const [[type, { schema }]] = Object.entries(content) as [[string, { schema: object }]]
    if (type !== '*/*') expect(answer.headers.get('content-type')).toContain(type)
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', ...document }, 'document')
    if (type === 'application/json')
      expect(ajv.validate(rooted(schema), answer.body), ajv.errorsText()).toBe(true)
  })
})

interface Release {
  version: string
  added: string[]
  changed: string[]
  removed: string[]
  fixed: string[]
  improved: string[]
}
