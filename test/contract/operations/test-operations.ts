import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exampleAnswer } from '../../../api/documents/examples.ts'
import { newId } from '#platform/core/records/ids.ts'
import { inspectJson } from '#platform/core/sql/json.ts'
import { scopeSetsFor, type Permission, type Scope } from '#platform/core/access/permissions.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type ApiRequest, type TestApi } from '../../support/api.ts'
import { once, onceEach } from '../../support/once.ts'
import { callerOf, NOT_THE_OWNERS, OF_PEOPLE, OF_WHAT_IT_GIVES } from '../callers.ts'
import { isOpenToCaseloads } from '../caseloads.ts'
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
import { CLINICAL, requestOf, createWorld, type World, type Call } from '../world.ts'
import { testAuditTrail } from './audit-trail.ts'
import { testExtremes } from './extremes.ts'
import { childrenIn, disclosedBy } from './disclosures.ts'
import { testPages } from './pages.ts'

/** Tests what must hold for every operation of a group. A new operation is included automatically. */
export const testOperations = (group: Group): void => {
  const operations = operationsOf(group)

  let api: TestApi
  let mine: World
  let theirs: ApiClient

  /** JSON column values that their reading schema refuses, with the schemas. */
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
    theirs = await api.createTenant()
  })

  afterAll(async () => {
    inspectJson(undefined)
    expect(api.errors).toEqual([])
    await api[Symbol.asyncDispose]()
  })

  /** The other tenant, as a source of records. */
  const elsewhere = () => createWorld(api, theirs)

  /** A key of a provider with an empty caseload. */
  const stranger = once(async () => {
    const { id: providerId } = await mine.provider()
    return api.createClient(mine.client.tenantId, { providerId })
  })

  /** An owner who signs in when needed, because an unused session ends after an hour. */
  const ownerOf = onceEach((_: number) => joinAs(api, mine.client, { roles: ['OWNER'] }))

  describe.each(operations.map((operation, turn) => ({ id: operation.id, operation, turn })))(
    '$id',
    ({ operation, turn }) => {
      const isWrite = operation.method !== 'get'
      const request = (call: Call, extra: Partial<ApiRequest> = {}): ApiRequest => ({
        ...requestOf(operation, call),
        ...extra,
      })
      /** Refused first, so its records stay unchanged until it succeeds. */
      const validOf = once(() => validCall(operation, mine))
      const owner = () => ownerOf(Math.floor(turn / OPERATIONS_OF_ONE))
      /** The state after a refused If-Match, for the call that succeeds. */
      let version: number | undefined

      if (operation.params)
        test('treats an id of another tenant like an unknown one', async () => {
          const call = await validOf()
          const foreign = call.params!['id']!
          const answers = [foreign, idLike(foreign)].map(async (id) => {
            const answer = await theirs.send(request({ ...call, params: { ...call.params, id } }))
            expectProblem(answer, 'not_found')
            expect(await auditRowsOf(api, answer)).toMatchObject([
              { action: operation.id, outcome: 'REFUSED', code: 'not_found', http_status: 404 },
            ])
            return answer.text.replaceAll(id, '<id>').replace(/"requestId":"[^"]+"/, '')
          })
          const [first, second] = await Promise.all(answers)
          expect(first).toBe(second)
        })

      if (!isOpenToCaseloads(operation))
        test('hides and protects a child outside the caseload', async () => {
          const { status, body, text } = await (await stranger()).send(request(await validOf()))
          if (status === 200) {
            // A list, search or screen without a subject.
            expect(operation.method, text).toBe('get')
            expect(text).not.toMatch(/"(?:chd|cli)_[0-9a-z]{26}"/)
          } else expect(REFUSED_TO_STRANGERS, text).toContain((body as { code: string }).code)
        })

      if (operation.errors?.includes('precondition_failed'))
        test('refuses a stale If-Match', async () => {
          const call = await validOf()
          const caller = await callerOf(operation, mine)
          const stale = await caller.send(request(call, { headers: { 'if-match': '"999"' } }))
          const problem = expectProblem(stale, 'precondition_failed')
          expect(problem['version']).toBeGreaterThan(0)
          version = problem['version'] as number
          const malformed = await caller.send(request(call, { headers: { 'if-match': '3' } }))
          expectProblem(malformed, 'validation_failed', 'If-Match')
        })

      test('succeeds as documented, with one audit row and the promised events', async () => {
        const call = await validOf()
        // The documented minimum is sufficient.
        const least = [
          ...scopeSetsFor(operation.permissions)[0]!,
          ...(BY_CONTENT[operation.id] ?? []),
        ]
        const scope = OF_WHAT_IT_GIVES.has(operation.id) ? undefined : least.join(' ')
        const matching = version !== undefined && { 'if-match': `"${version}"` }
        const authorization = `Bearer ${await mine.client.token(scope)}`
        const answer = OF_PEOPLE.has(operation.id)
          ? await (await owner()).send(request(call, { headers: { ...matching } }))
          : await api.anonymous().send(request(call, { headers: { authorization, ...matching } }))
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
        const { id, version: at } = answer.body as { id?: string; version?: number }
        if (at !== undefined) expect(answer.headers.get('etag')).toBe(`"${at}"`)
        const isChanged = id === call.params?.['id'] && !LEAVES_ITS_RECORD.has(operation.id)
        if (at !== undefined && version !== undefined && isChanged)
          expect(at, 'the version has grown').toBeGreaterThan(version)
        if (operation.status === 201 && !operation.path.includes('{'))
          expect(answer.headers.get('location')).toBe(`${operation.path}/${id}`)
        for (const [name, value] of Object.entries(operation.headers ?? {}))
          expect(answer.headers.get(name)).toBe(value.replace('{id}', call.params?.['id'] ?? ''))
      })

      if (!isWrite && !operation.sunset)
        test('accepts a signed-in owner', async () => {
          const { status, text } = await (await owner()).send(request(await validOf()))
          expect(status, text).toBe(operation.status)
        })

      if (isWrite)
        test('runs once per Idempotency-Key for a signed-in owner', async () => {
          const call = await validCall(operation, mine)
          const headers = { 'idempotency-key': randomUUID() }
          const refusal = NOT_THE_OWNERS[operation.id]
          if (refusal) expectProblem(await (await owner()).send(request(call)), refusal)
          const caller = await (refusal ? callerOf(operation, mine) : owner())
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

      if (operation.sunset)
        test('returns 410 after its sunset', async () => {
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

      /** The same operation on another record, or with another binary body. */
      const otherRequest = async (call: Call): Promise<ApiRequest> => {
        if (operation.form) return request(await validCall(operation, mine))
        if (call.params) {
          const id = idLike(call.params['id']!)
          return request({ ...call, params: { ...call.params, id } })
        }
        const { json, ...rest } = request(call)
        if (json === undefined) return { ...rest, json: {} }
        return { ...rest, body: JSON.stringify(json, null, 1) }
      }
    },
  )

  testPages(operations, () => ({ mine, theirs: elsewhere() }))
  testExtremes(operations, () => mine)
  testAuditTrail(operations, () => api)

  test('JSON columns match the schemas they are read with', () => {
    expect([...unlike]).toEqual([])
    expect(inspected.size).toBeGreaterThan(3)
  })
}

/** Below the limit of 600 requests a minute per person. */
const OPERATIONS_OF_ONE = 40

const REFUSED_TO_STRANGERS = [
  'not_found',
  'insufficient_scope',
  'invalid_reference',
  'version_sunset',
]

/** A model call is also recorded, before and after it: rows without an HTTP status. */
const CALLS_MODELS = new Set(['testAiModel'])

/**
 * Additional permissions required by the content of these calls: nobody grants or signs what they may not, and
 * a follow-up of an appointment requires the permission of appointments.
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
  previewMessageText: ['bookings.read', 'children.read', 'clients.read'],
  createApiKey: ['signatures-on-behalf'],
  patchApiKey: ['signatures-on-behalf'],
  signSessionNote: ['signatures-on-behalf'],
  cosignSessionNote: ['signatures-on-behalf'],
  returnSessionNote: ['signatures-on-behalf'],
  addSessionNoteAddendum: ['signatures-on-behalf'],
  signIfsp: ['signatures-on-behalf'],
}

/** Child data in records of the world, and the permission to read it. */
const CLINICAL_TEXTS: readonly [string, Permission][] = [
  [CLINICAL.goal, 'goals:read'],
  [CLINICAL.note, 'session-notes:read'],
]

/** An issued invoice never changes: its orders are written off. */
const LEAVES_ITS_RECORD = new Set(['writeOffInvoice'])

/** A valid id of the same kind that does not exist. */
const idLike = (id: string): string => `${id.slice(0, 3)}${newId('request').slice(3)}`
