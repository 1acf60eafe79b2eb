import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { ROLES, type Role } from '#platform/core/access/permissions.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, type Browser } from '../staff/support.ts'
import { validCall } from './scenarios.ts'
import { createWorld, exampleCall, requestOf, type Call } from './world.ts'

/** Every operation, called by a user of every role: the result matches the matrix. */

interface Matrix {
  roles: { role: string; permissions: string[] }[]
  operations: { operationId: string; roles: string[] }[]
}

let api: TestApi
let centre: ApiClient
let matrix: Matrix
let providerId: string
/** Input of reads that their example lacks. */
const reads = new Map<string, Call>()

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  providerId = (await centre.post<{ id: string }>('/v1/providers', { name: 'Dr. Ruiz' })).body.id
  const world = createWorld(api, centre)
  const asked = [
    'findAvailability',
    'getCalendar',
    'searchChildren',
    'searchClients',
    'searchFamilies',
    'previewMessage',
    'getLocationAnalytics',
    'exportLocationAnalyticsCsv',
    'listAnalyticsRecords',
    'listEarlyInterventionCompliance',
    'exportEarlyInterventionComplianceCsv',
    'listEarlyInterventionComplianceChildren',
    'listEarlyInterventionOutcomes',
    'exportEarlyInterventionOutcomesCsv',
    'listEarlyInterventionOutcomeChildren',
  ]
  for (const operation of operations.filter(({ id }) => asked.includes(id)))
    reads.set(operation.id, await validCall(operation, world))
  matrix = (await centre.get<Matrix>('/v1/roles/matrix')).body
})
afterAll(() => api[Symbol.asyncDispose]())

/** The limit of 600 calls per minute and person. */
const CALLS_OF_ONE = 500

const names = Object.keys(ROLES) as Role[]

/** One operation per set of permissions, because role access depends on nothing else. */
const REPRESENTATIVES = [
  ...Map.groupBy(operations, ({ permissions }) => permissions.join(' ')).values(),
].map(([operation]) => operation!)

/** An owner may do almost everything, so a refused owner reveals additional requirements. */
const operationsFor = (role: Role) => (role === 'OWNER' ? operations : REPRESENTATIVES)

const somebodyOf = async (role: Role): Promise<Browser> => {
  const isBound = ROLES[role].sight === 'CASELOAD'
  if (!isBound) return joinAs(api, centre, { roles: [role] })
  const { body } = await centre.post<{ id: string }>('/v1/providers', { name: `As ${role}` })
  return joinAs(api, centre, { roles: [role], providerId: body.id })
}

describe.each(names)('%s', (role) => {
  test('may use exactly what the matrix lists', async () => {
    let person = await somebodyOf(role)
    const allowed = new Set(
      matrix.operations
        .filter(({ roles }) => roles.includes(role))
        .map(({ operationId }) => operationId),
    )
    const unlike: string[] = []
    for (const [at, operation] of operationsFor(role).entries()) {
      if (operation.sunset) continue
      if (at > 0 && at % CALLS_OF_ONE === 0) person = await somebodyOf(role)
      const { status, body } = await person.send<{ code?: string }>({
        ...requestOf(operation, reads.get(operation.id) ?? exampleCall(operation)),
        headers: { 'idempotency-key': `${role}-${operation.id}` },
      })
      const isRefused = status === 403 && body.code === 'insufficient_role'
      if (isRefused === allowed.has(operation.id)) unlike.push(`${operation.id}: ${status}`)
      expect(status, operation.id).toBeLessThan(500)
    }
    expect(unlike).toEqual([])
    expect(allowed.size).toBeGreaterThan(20)
  })
})

test('the matrix treats operations with equal permissions equally', () => {
  const rolesOf = new Map(matrix.operations.map(({ operationId, roles }) => [operationId, roles]))
  const bySet = Map.groupBy(operations, ({ permissions }) => permissions.join(' '))
  expect(bySet.size).toBeGreaterThan(150)
  for (const [permissions, [first, ...others]] of bySet)
    for (const { id } of others)
      expect(rolesOf.get(id), `${permissions}: ${id}`).toEqual(rolesOf.get(first!.id))
})

test('an owner may use everything a person can', () => {
  const without = matrix.operations.filter(({ roles }) => !roles.includes('OWNER'))
  expect(without.map(({ operationId }) => operationId)).toEqual([])
})

test('permissions of custom roles appear in the matrix', async () => {
  const { body: role } = await centre.post<{ id: string }>('/v1/roles', {
    name: 'Orders only',
    permissions: ['orders:read'],
  })
  const { body } = await centre.get<Matrix>('/v1/roles/matrix')
  const usable = body.operations.filter(({ roles }) => roles.includes(role.id))
  expect(usable.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['listOrders', 'getMe', 'listLocations']),
  )
  expect(usable.map(({ operationId }) => operationId)).not.toContain('createOrder')
})

test('a user with two roles acts with the widest view that suffices, and no more', async () => {
  const person = await joinAs(api, centre, { roles: ['SCHEDULER', 'THERAPIST'], providerId })
  const { body: child } = await centre.post<{ id: string }>('/v1/children', {
    firstName: 'Mia',
    lastName: 'Stranger',
    birthDate: '2020-05-01',
  })
  const seen = await person.get(`/v1/children/${child.id}`)
  expect(seen.status).toBe(200)
  // Notes need the therapist, and this one lacks the child.
  const timeline = await person.get<{ data: unknown[] }>('/v1/session-notes')
  expect(timeline.body.data).toEqual([])
  expect((await person.get(`/v1/goals?childId=${child.id}`)).body).toMatchObject({ data: [] })
})
