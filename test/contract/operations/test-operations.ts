import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exampleAnswer, exampleFor } from '../../../api/documents/examples.ts'
import { errorCodesOf } from '../../../api/documents/openapi.ts'
import { newId } from '#platform/core/records/ids.ts'
import { inspectJson } from '#platform/core/sql/json.ts'
import {
  permissionsOf,
  SCOPES,
  scopeSetsFor,
  scopesFor,
  type Permission,
  type Scope,
} from '#platform/core/access/permissions.ts'
import { startApi, type ApiRequest, type TestApi } from '../../support/api.ts'
import { once, onceEach } from '../../support/once.ts'
import { callerOf, OF_PEOPLE, OF_WHAT_IT_GIVES } from '../callers.ts'
import {
  auditRowsOf,
  eventsOf,
  expectProblem,
  expectTold,
  expectStandingHeaders,
  unannouncedBy,
  unmovedBy,
} from '../expectations.ts'
import { operationsOf, type Group } from '../groups.ts'
import { validCall } from '../scenarios.ts'
import { readBy } from '../shown.ts'
import { CLINICAL, exampleCall, requestOf, createWorld, type World, type Call } from '../world.ts'
import { testAuditTrail } from './audit-trail.ts'
import { childrenIn, disclosedBy } from './disclosures.ts'
import { testPages } from './pages.ts'

/** Tests what must hold for every operation of a group. A new operation is tested by being in the list. */
export const testOperations = (group: Group): void => {
  const operations = operationsOf(group)

  let api: TestApi
  let mine: World
  let theirs: World

  /** What JSON columns held that the schema which they are read by refuses, and the schemas. */
  const unlike = new Set<string>()
  const inspected = new Set<unknown>()

  beforeAll(async () => {
    inspectJson((schema, value) => {
      inspected.add(schema)
      const { error } = schema.safeParse(value)
      if (error) unlike.add(`${JSON.stringify(value)}: ${error.message}`)
    })
    api = await startApi()
    mine = createWorld(api, await api.createTenant())
    theirs = createWorld(api, await api.createTenant())
  })

  afterAll(async () => {
    inspectJson(undefined)
    expect(api.errors).toEqual([])
    await api[Symbol.asyncDispose]()
  })

  const readingClient = once(() => api.createClient(mine.client.tenantId, { methods: ['GET'] }))
  const writingClient = once(() => api.createClient(mine.client.tenantId, { methods: ['POST'] }))

  /** A key of mine with every scope that does not give a permission. */
  const withoutPermission = onceEach((permission: Permission) => {
    const scopes = SCOPES.filter((scope) => !permissionsOf([scope]).has(permission))
    return api.createClient(mine.client.tenantId, { scopes })
  })

  describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
    '$id',
    ({ operation }) => {
      const isWrite = operation.method !== 'get'
      const request = (call: Call, extra: Partial<ApiRequest> = {}): ApiRequest => ({
        ...requestOf(operation, call),
        ...extra,
      })
      /** For what is refused, and so leaves its records as they are: made once. */
      const validOf = once(() => validCall(operation, mine))
      const foreignOf = once(() => validCall(operation, theirs))

      test('succeeds, as documented, with one audit row and the events it promises', async () => {
        // A read leaves the records as they are, too.
        const call = await (isWrite ? validCall(operation, mine) : validOf())
        // The least that the document asks for suffices.
        const least = [
          ...scopeSetsFor(operation.permissions)[0]!,
          ...(BY_CONTENT[operation.id] ?? []),
        ]
        const scope = OF_WHAT_IT_GIVES.has(operation.id) ? undefined : least.join(' ')
        const headers = { authorization: `Bearer ${await mine.client.token(scope)}` }
        const answer = OF_PEOPLE.has(operation.id)
          ? await (await mine.owner()).send(request(call))
          : await api.anonymous().send(request(call, { headers }))
        expect(answer.status, answer.text).toBe(operation.status)
        for (const [text, permission] of CLINICAL_TEXTS)
          if (answer.text.includes(text)) expect(readBy(operation)).toContain(permission)
        expectStandingHeaders(answer)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(operation.response.safeParse(answer.body).error).toBeUndefined()
        if (isWrite) expectTold(exampleAnswer(operation), answer.body)
        else
          expect(await disclosedBy(api, operation, answer)).toEqual(await childrenIn(api, answer))
        const rows = await auditRowsOf(api, answer)
        const aside = CALLS_MODELS.has(operation.id)
        expect(rows.filter(({ http_status }) => !aside || http_status !== null)).toEqual([
          {
            action: operation.id,
            outcome: 'ALLOWED',
            code: null,
            http_status: operation.status,
            tenant_id: mine.client.tenantId,
          },
        ])
        expect(await eventsOf(api, answer)).toEqual(operation.events ?? [])
        expect(await unannouncedBy(api, answer)).toEqual([])
        expect(await unmovedBy(api, answer)).toEqual([])
        const { id, version } = answer.body as { id?: string; version?: number }
        if (version !== undefined) expect(answer.headers.get('etag')).toBe(`"${version}"`)
        if (operation.status === 201 && !operation.path.includes('{'))
          expect(answer.headers.get('location')).toBe(`${operation.path}/${id}`)
        for (const [name, value] of Object.entries(operation.headers ?? {}))
          expect(answer.headers.get(name)).toBe(value.replace('{id}', call.params?.['id'] ?? ''))
      })

      test('is documented with examples that parse', () => {
        expect(operation.response.safeParse(exampleAnswer(operation)).error).toBeUndefined()
        if (operation.body)
          expect(operation.body.safeParse(exampleFor(operation.body)).error).toBeUndefined()
      })

      test('needs a token', async () => {
        const answer = await api.anonymous().send(request(exampleCall(operation)))
        expectProblem(answer, 'unauthenticated')
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
        expect(await auditRowsOf(api, answer)).toMatchObject([
          { outcome: 'REFUSED', code: 'unauthenticated', http_status: 401 },
        ])
      })

      // What every scope opens, no key lacks.
      test.each(operation.permissions.filter((it) => scopesFor(it).length < SCOPES.length))(
        'needs a scope with %s, and names them',
        async (permission) => {
          const client = await withoutPermission(permission)
          const answer = await client.send(request(await validOf()))
          const problem = expectProblem(answer, 'insufficient_scope')
          const missing = problem['permission'] as Permission
          expect(operation.permissions).toContain(missing)
          expect(problem['scopes']).toEqual(scopesFor(missing))
          expect(await auditRowsOf(api, answer)).toMatchObject([
            {
              action: operation.id,
              outcome: 'REFUSED',
              code: 'insufficient_scope',
              http_status: 403,
            },
          ])
          expect(await eventsOf(api, answer)).toEqual([])
        },
      )

      test('is refused to a key that is narrowed to other methods', async () => {
        const client = await (isWrite ? readingClient() : writingClient())
        const answer = await client.send(request(await validOf()))
        expectProblem(answer, 'insufficient_scope')
      })

      test('refuses query parameters that it does not know', async () => {
        const call = await validOf()
        const answer = await mine.client.send(
          request({ ...call, query: { ...call.query, surprise: '1' } }),
        )
        const problem = expectProblem(answer, 'validation_failed', 'surprise')
        expect(problem.errors).toMatchObject([{ path: 'surprise', code: 'unknown_parameter' }])
        expect(await auditRowsOf(api, answer)).toMatchObject([
          { action: operation.id, outcome: 'REFUSED', code: 'validation_failed', http_status: 400 },
        ])
      })

      if (operation.params)
        test("answers another tenant's id like an unknown one", async () => {
          const call = await foreignOf()
          const foreign = call.params!['id']!
          const unknown = idLike(foreign)
          const { body } = await validOf()
          const answers = [foreign, unknown].map(async (id) => {
            const answer = await mine.client.send(
              request({ ...call, params: { ...call.params, id }, body }),
            )
            expectProblem(answer, 'not_found')
            expect(await auditRowsOf(api, answer)).toMatchObject([
              { action: operation.id, outcome: 'REFUSED', code: 'not_found', http_status: 404 },
            ])
            return answer.text.replaceAll(id, '<id>').replace(/"requestId":"[^"]+"/, '')
          })
          const [first, second] = await Promise.all(answers)
          expect(first).toBe(second)
        })

      if (operation.params)
        test('refuses an id of another kind', async () => {
          const call = await validOf()
          const wrong = `zzz_${call.params!['id']!.slice(4)}`
          for (const id of [
            wrong,
            'x',
            '%00',
            '..%2f..%2fetc',
            "'--",
            call.params!['id']!.toUpperCase(),
          ]) {
            const answer = await mine.client.send(request({ ...call, params: { id } }))
            expectProblem(answer, 'validation_failed', 'id')
          }
        })

      if (isWrite)
        test('is carried out once per Idempotency-Key', async () => {
          const call = await validCall(operation, mine)
          const headers = { 'idempotency-key': randomUUID() }
          const caller = await callerOf(operation, mine)
          const first = await caller.send(request(call, { headers }))
          expect(first.status, first.text).toBe(operation.status)
          expect(first.headers.get('idempotent-replayed')).toBeNull()

          const quoted = { 'idempotency-key': `"${headers['idempotency-key']}"` }
          const again = await caller.send(request(call, { headers: quoted }))
          expect([again.status, again.text]).toEqual([first.status, first.text])
          expect(again.headers.get('idempotent-replayed')).toBe('true')
          for (const name of ['etag', 'location', 'content-type'])
            expect(again.headers.get(name)).toBe(first.headers.get(name))
          expectStandingHeaders(again)
          expect(await auditRowsOf(api, again)).toMatchObject([
            { action: operation.id, outcome: 'REPLAYED', http_status: operation.status },
          ])
          expect(await eventsOf(api, again)).toEqual([])

          const other = await otherRequest(call)
          const refused = await caller.send({ ...other, headers })
          expectProblem(refused, 'idempotency_mismatch')
          expect(await auditRowsOf(api, refused)).toMatchObject([
            { outcome: 'REFUSED', code: 'idempotency_mismatch', http_status: 422 },
          ])
        })

      if (isWrite)
        test('leaves nothing behind under a key when it is refused', async () => {
          const call = await validCall(operation, mine)
          const headers = { 'idempotency-key': randomUUID() }
          const query = { surprise: '1' }
          const caller = await callerOf(operation, mine)
          await caller.send(request({ ...call, query }, { headers }))
          const answer = await caller.send(request(call, { headers }))
          expect(answer.status, answer.text).toBe(operation.status)
        })

      if (operation.errors?.includes('precondition_failed'))
        test('refuses a stale If-Match, and takes the right one', async () => {
          const call = await validCall(operation, mine)
          const caller = await callerOf(operation, mine)
          const stale = await caller.send(request(call, { headers: { 'if-match': '"999"' } }))
          const problem = expectProblem(stale, 'precondition_failed')
          const version = problem['version'] as number
          expect(version).toBeGreaterThan(0)
          const malformed = await caller.send(request(call, { headers: { 'if-match': '3' } }))
          expectProblem(malformed, 'validation_failed', 'If-Match')
          const headers = { 'if-match': `"${version}"` }
          const fresh = await caller.send(request(call, { headers }))
          expect(fresh.status, fresh.text).toBe(operation.status)
        })

      if (operation.sunset)
        test('answers 410 from its sunset on', async () => {
          const call = await validOf()
          const before = api.clock.now()
          try {
            api.clock.set(operation.sunset!)
            const client = await api.createClient(mine.client.tenantId)
            const answer = await client.send(request(call))
            expectProblem(answer, 'version_sunset')
            expect(answer.headers.get('link')).toContain('rel="successor-version"')
          } finally {
            api.clock.set(before)
          }
        })

      test('declares codes that exist, each once, and not those of the pipeline', () => {
        const declared = operation.errors ?? []
        expect(new Set(declared).size).toBe(declared.length)
        expect(errorCodesOf(operation)).toEqual([...new Set(errorCodesOf(operation))])
      })

      /** The same operation on another record, or with other bytes for a body. */
      const otherRequest = async (call: Call): Promise<ApiRequest> => {
        if (operation.params || operation.form) return request({ ...call, ...(await validOf()) })
        const { json, ...rest } = request(call)
        return { ...rest, body: JSON.stringify(json, null, 1) }
      }
    },
  )

  testPages(operations, () => ({ api, mine, theirs }))
  testAuditTrail(operations, () => api)

  test('JSON columns hold what the schemas that they are read by take', () => {
    expect([...unlike]).toEqual([])
    expect(inspected.size).toBeGreaterThan(3)
  })
}

/** A call of a model puts itself on record besides, before it is made and after it: rows without a status of HTTP. */
const CALLS_MODELS = new Set(['testAiModel'])

/**
 * What the content of these valid calls takes besides: nobody grants, or signs, what they may not, and
 * a follow-up of an appointment needs what the appointment needs.
 */
const BY_CONTENT: Record<string, readonly Scope[]> = {
  getFollowUp: ['bookings.read'],
  skipFollowUpStep: ['bookings'],
  runFollowUpStepNow: ['bookings'],
  acknowledgeFollowUpStep: ['bookings'],
  cancelFollowUp: ['bookings'],
  resumeFollowUp: ['bookings'],
  dismissRecommendation: ['payments.read', 'children.read'],
  getRecommendationDismissal: ['payments.read', 'children.read'],
  undoRecommendationDismissal: ['payments.read', 'children.read'],
  createApiKey: ['signatures-on-behalf'],
  patchApiKey: ['signatures-on-behalf'],
  signSessionNote: ['signatures-on-behalf'],
  cosignSessionNote: ['signatures-on-behalf'],
  returnSessionNote: ['signatures-on-behalf'],
  addSessionNoteAddendum: ['signatures-on-behalf'],
}

/** What the records of the world say of a child, and what reading that takes. */
const CLINICAL_TEXTS: readonly [string, Permission][] = [
  [CLINICAL.goal, 'goals:read'],
  [CLINICAL.note, 'session-notes:read'],
]

/** An id of the same kind that nothing has. */
const idLike = (id: string): string => `${id.slice(0, 3)}${newId('request').slice(3)}`
