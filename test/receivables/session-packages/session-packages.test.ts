import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import type { SessionPackage } from '#receivables/session-packages/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'

let api: TestApi
const BEGIN = '2026-11-24T08:00:00.000Z'
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Clinic {
  client: ApiClient
  childId: string
  clientId: string
  providerId: string
  serviceId: string
}

const openClinic = async (): Promise<Clinic> => {
  api.clock.set(BEGIN)
  const client = await api.createTenant()
  const { id: serviceId } = await newService(client)
  const { id: locationId } = await newLocation(client)
  const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
  const { id: clientId } = await newClient(client)
  const childId = await childOf(client, clientId)
  return { client, childId, clientId, providerId, serviceId }
}

const childOf = async (client: ApiClient, clientId: string): Promise<string> => {
  const { id: childId } = await newChild(client)
  const relationship = 'mother'
  await create(client, '/v1/guardianships', { childId, clientId, relationship, billing: true })
  return childId
}

const buy = async ({ client, childId }: Clinic, sessions: number, more: object = {}) => {
  const bought = { kind: 'PACKAGE', package: { sessions, validMonths: 12 } }
  const line = { description: 'Package', quantity: 1, unitAmount: 90_000, ...bought, ...more }
  const { id: orderId } = await create(client, '/v1/orders', { childId, lines: [line] })
  return (await packagesOf(client, `orderId=${orderId}`))[0]!
}

const packagesOf = async (client: ApiClient, query: string): Promise<SessionPackage[]> =>
  (await client.get<{ data: SessionPackage[] }>(`/v1/session-packages?${query}`)).body.data

const balanceOf = async (client: ApiClient, id: string) =>
  (await client.get<SessionPackage>(`/v1/session-packages/${id}`)).body.balance

const movementsOf = async (client: ApiClient, id: string) =>
  (await client.get<Page>(`/v1/session-packages/${id}/movements`)).body.data.map(
    ({ kind, sessions }) => `${String(kind)} ${String(sessions)}`,
  )

const book = async ({ client, childId, providerId, serviceId }: Clinic, day: number) =>
  (
    await create(client, '/v1/appointments', {
      childId,
      providerId,
      serviceId,
      type: 'THERAPY_SESSION',
      startsAt: `2026-12-${String(day).padStart(2, '0')}T10:00:00+01:00`,
    })
  ).id

const verb = async (client: ApiClient, id: string, name: string, body?: object) => {
  const answer = await client.post(`/v1/appointments/${id}/${name}`, body)
  expect(answer.status, answer.text).toBe(200)
}

const orderOf = (client: ApiClient, appointmentId: string) =>
  client.post<{ id: string }>('/v1/orders', { appointmentId })

const pay = async (client: ApiClient, orderId: string) => {
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const { id } = await create(client, '/v1/payments', { orderId, paymentMethod })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  await settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
}

const eventsOf = async ({ client }: Clinic) => {
  const rows = await api.query<{ type: string; payload: { balance: number } }>(
    `SELECT type, payload FROM outbox WHERE kind = 'event' AND tenant_id = $1
       AND type LIKE 'session_package.%' ORDER BY seq`,
    [client.tenantId],
  )
  return rows.map(({ type, payload }) => [type, payload.balance])
}

describe('an appointment covered by a package', () => {
  test('uses a session when it is completed, is not charged, and returns it on undo', async () => {
    const clinic = await openClinic()
    const { client, childId, clientId, serviceId } = clinic
    const bought = await buy(clinic, 5, { serviceId, quantity: 2 })
    expect(bought).toMatchObject({
      childId,
      clientId,
      serviceId,
      balance: 10,
      expiresOn: '2027-11-24',
    })
    const appointmentId = await book(clinic, 1)
    const { body: order } = await orderOf(client, appointmentId)
    await verb(client, appointmentId, 'complete')
    expect(await balanceOf(client, bought.id)).toBe(9)
    expect((await client.get(`/v1/orders/${order.id}`)).body).toMatchObject({ status: 'CANCELLED' })
    expect(refusal(await orderOf(client, appointmentId))).toEqual([409, 'appointment_covered'])
    await verb(client, appointmentId, 'undo')
    expect(await balanceOf(client, bought.id)).toBe(10)
    await verb(client, appointmentId, 'complete')
    await verb(client, appointmentId, 'mark-in-error', { reason: 'Another child.' })
    expect(await movementsOf(client, bought.id)).toEqual([
      'BOUGHT 10',
      'USED -1',
      'RETURNED 1',
      'USED -1',
      'RETURNED 1',
    ])
    expect(await eventsOf(clinic)).toEqual([
      ['session_package.bought', 10],
      ['session_package.used', 9],
      ['session_package.returned', 10],
      ['session_package.used', 9],
      ['session_package.returned', 10],
    ])
  })

  test('is not covered if it is paid, if it belongs to another service, or if nothing is left', async () => {
    const clinic = await openClinic()
    const { client } = clinic
    const { id: otherService } = await newService(client, { code: 'OTHER' })
    const other = await buy(clinic, 5, { serviceId: otherService })
    const one = await buy(clinic, 1)
    const paid = await book(clinic, 1)
    await pay(client, (await orderOf(client, paid)).body.id)
    await verb(client, paid, 'complete')
    expect(await balanceOf(client, one.id)).toBe(1)
    for (const day of [2, 3]) await verb(client, await book(clinic, day), 'complete')
    expect(await balanceOf(client, one.id)).toBe(0)
    expect(await balanceOf(client, other.id)).toBe(5)
    expect((await packagesOf(client, `clientId=${clinic.clientId}&left=true`)).length).toBe(1)
  })

  test('uses the last session once, even if two complete at the same moment', async () => {
    const clinic = await openClinic()
    const { client } = clinic
    const { id } = await buy(clinic, 3)
    const visits: string[] = []
    for (let day = 1; day <= 8; day += 1) visits.push(await book(clinic, day))
    await Promise.all(visits.map((visit) => verb(client, visit, 'complete')))
    expect(await balanceOf(client, id)).toBe(0)
    expect(await movementsOf(client, id)).toEqual(['BOUGHT 3', 'USED -1', 'USED -1', 'USED -1'])
  })

  test('uses the package that expires first', async () => {
    const clinic = await openClinic()
    const endless = await buy(clinic, 1, { package: { sessions: 1, validMonths: null } })
    const later = await buy(clinic, 1, { package: { sessions: 1, validMonths: 6 } })
    const sooner = await buy(clinic, 1, { package: { sessions: 1, validMonths: 3 } })
    for (const expected of [sooner, later, endless]) {
      const day = 1 + [sooner, later, endless].indexOf(expected)
      await verb(clinic.client, await book(clinic, day), 'complete')
      expect(await balanceOf(clinic.client, expected.id)).toBe(0)
    }
  })
})

describe('a package', () => {
  test('is cancelled with its order unless it was used', async () => {
    const clinic = await openClinic()
    const { client } = clinic
    const unused = await buy(clinic, 5)
    expect((await client.post(`/v1/orders/${unused.orderId}/cancel`)).status).toBe(200)
    expect(await movementsOf(client, unused.id)).toEqual(['BOUGHT 5', 'WITHDRAWN -5'])
    expect(await eventsOf(clinic)).toContainEqual(['session_package.withdrawn', 0])
    const used = await buy(clinic, 5)
    await verb(client, await book(clinic, 1), 'complete')
    const cancel = await client.post(`/v1/orders/${used.orderId}/cancel`)
    expect(refusal(cancel)).toEqual([409, 'package_in_use'])
    expect(await balanceOf(client, used.id)).toBe(4)
  })

  test('is cancelled with its order even if a sibling outside the caseload has a part of it', async () => {
    const clinic = await openClinic()
    const { client, clientId, providerId } = clinic
    const { id, orderId } = await buy(clinic, 5)
    const siblingId = await childOf(client, clientId)
    const given = await client.post<SessionPackage>(`/v1/session-packages/${id}/transfer`, {
      childId: siblingId,
      sessions: 2,
    })
    await book(clinic, 1)
    const therapist = await api.createClient(client.tenantId, {
      providerId,
      scopes: ['children', 'payments'],
    })
    expect((await therapist.get(`/v1/children/${siblingId}`)).status).toBe(404)
    const { status, text } = await therapist.post(`/v1/orders/${orderId}/cancel`)
    expect(status, text).toBe(200)
    expect(await Promise.all([id, given.body.id].map((it) => balanceOf(client, it)))).toEqual([
      0, 0,
    ])
  })

  test('can be transferred in part to a sibling only', async () => {
    const clinic = await openClinic()
    const { client, clientId } = clinic
    const { id, expiresOn } = await buy(clinic, 5)
    const siblingId = await childOf(client, clientId)
    const { id: strangerId } = await newChild(client)
    const give = (childId: string, sessions: number) =>
      client.post<SessionPackage>(`/v1/session-packages/${id}/transfer`, { childId, sessions })
    expect(refusal(await give(strangerId, 1))[2]).toBe('childId: not_allowed')
    expect(refusal(await give(clinic.childId, 1))[2]).toBe('childId: not_allowed')
    expect(refusal(await give(siblingId, 6))[2]).toBe('sessions: too_large')
    const { body: theirs } = await give(siblingId, 2)
    expect(theirs).toMatchObject({
      childId: siblingId,
      balance: 2,
      expiresOn,
      transferredFromId: id,
    })
    expect(await movementsOf(client, id)).toEqual(['BOUGHT 5', 'TRANSFERRED -2'])
    await verb(client, await book({ ...clinic, childId: siblingId }, 1), 'complete')
    expect([await balanceOf(client, theirs.id), await balanceOf(client, id)]).toEqual([1, 3])
  })

  test('expires after its last day through its follow-up, and so does a session returned later', async () => {
    const clinic = await openClinic()
    const { tenantId } = clinic.client
    const { id } = await buy(clinic, 5, { package: { sessions: 5, validMonths: 1 } })
    const visit = await book(clinic, 1)
    api.clock.set('2026-12-01T12:00:00Z')
    const client = await api.createClient(tenantId)
    await verb(client, visit, 'complete')
    const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
    const ref = { kind: 'packageExpiry', subjectId: id } as const
    const { next } = await planSteps(ctx, ref)
    expect(next).toMatchObject({ step: 'expire', dueAt: '2026-12-24T23:00:00.000Z' })
    api.clock.set(next!.dueAt)
    const run = { ...ref, step: 'expire', dueAt: new Date(next!.dueAt) }
    expect(await runStep(ctx, run)).toMatchObject({ status: 'DONE' })
    expect(await runStep(ctx, run)).toBeNull()
    const later = await api.createClient(tenantId)
    expect(await balanceOf(later, id)).toBe(0)
    await verb(later, visit, 'undo')
    expect(await movementsOf(later, id)).toEqual([
      'BOUGHT 5',
      'USED -1',
      'EXPIRED -4',
      'RETURNED 1',
      'EXPIRED -1',
    ])
    expect(await eventsOf(clinic)).toContainEqual(['session_package.expired', 0])
  })

  test.each([
    [{ kind: 'PACKAGE', package: null }, 'lines.0.package: required'],
    [{ kind: 'GOODS', package: { sessions: 1, validMonths: 1 } }, 'lines.0.package: not_allowed'],
  ])('%j is refused', async (more, problem) => {
    const { client, childId } = await openClinic()
    const line = { description: 'Package', quantity: 1, unitAmount: 1, ...more }
    const answer = await client.post('/v1/orders', { childId, lines: [line] })
    expect(refusal(answer)[2]).toBe(problem)
  })

  test('never goes below zero and equals the sum of its movements, enforced by the database', async () => {
    const clinic = await openClinic()
    const { id } = await buy(clinic, 5)
    for (const [change, constraint] of [
      ['balance = -1', 'session_packages_balance'],
      ['balance = 6', 'is not the sum of its movements'],
    ] as const)
      await expect(
        api.query(`UPDATE session_packages SET ${change} WHERE id = $1`, [id]),
      ).rejects.toThrow(constraint)
    await expect(
      api.query('DELETE FROM session_package_movements WHERE package_id = $1', [id]),
    ).rejects.toThrow()
  })
})
