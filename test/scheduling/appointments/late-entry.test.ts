import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { systemContext } from '#platform/core/context/context.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** A visit that took place is recorded later, as an ordinary one. Now is 24 November 2026. */

let api: TestApi
let client: ApiClient
let booking: { childId: string; providerId: string; serviceId: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  const { id: locationId } = await newLocation(client)
  const { id: serviceId } = await newService(client, { requiresConfirmation: true })
  booking = {
    serviceId,
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds: [locationId] })).id,
  }
})
afterAll(() => api[Symbol.asyncDispose]())

const override = { rules: ['late_entry', 'outside_hours'], reason: 'The system was down.' }
const enter = (startsAt: string, more = {}) =>
  client.post<Appointment>('/v1/appointments', { ...booking, startsAt, override, ...more })

test('it is completed at once, with session, cycle, order and price, and families are asked nothing', async () => {
  const cycle = await create(client, '/v1/treatment-cycles', {
    childId: booking.childId,
    serviceId: booking.serviceId,
    startsOn: '2026-11-01',
    endsOn: '2026-12-31',
    payer: 'Health plan',
    authorized: 10,
  })
  const { status, body } = await enter('2026-11-23T10:00:00+01:00')
  expect([status, body]).toMatchObject([
    201,
    {
      status: 'COMPLETED',
      amount: 8500,
      lateEntry: true,
      override: { rules: ['too_soon', 'outside_hours'], reason: 'The system was down.' },
    },
  ])
  const { body: sessions } = await client.get<Page>(`/v1/sessions?appointmentId=${body.id}`)
  expect(sessions.data).toMatchObject([
    { startedAt: '2026-11-23T09:00:00.000Z', endedAt: '2026-11-23T09:45:00.000Z' },
  ])
  expect((await client.get(`/v1/treatment-cycles/${cycle.id}`)).body).toMatchObject({ used: 1 })
  const order = await create(client, '/v1/orders', { appointmentId: body.id })
  expect(order).toMatchObject({ amount: 8500, status: 'OPEN' })
  const events = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
    [body.id],
  )
  expect(events.map(({ type }) => type)).toEqual(['booking.created', 'appointment.completed'])

  const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'plan' })
  for (const kind of ['appointmentLifecycle', 'appointmentFollowUp'] as const)
    await planSteps(ctx, { kind, subjectId: body.id })
  const { body: followUps } = await client.get<{ data: { steps: { step: string }[] }[] }>(
    `/v1/follow-ups?subjectId=${body.id}`,
  )
  const steps = followUps.data.flatMap((it) => it.steps.map(({ step }) => step))
  expect(steps.toSorted()).toEqual(['note-missing', 'note-missing-supervisor'])
  expect(await api.query('SELECT FROM messages WHERE subject_id = $1', [body.id])).toEqual([])
})

test('it needs the override, a time that is over, and is allowed for some days', async () => {
  const at = '2026-11-20T10:00:00+01:00'
  expect(refusal(await enter(at, { override: { ...override, rules: ['daily_cap'] } }))).toEqual([
    400,
    'validation_failed',
    'startsAt: in_the_past',
  ])
  expect(refusal(await enter('2026-12-20T10:00:00+01:00'))).toEqual([
    400,
    'validation_failed',
    'startsAt: in_the_future',
  ])
  await client.patch('/v1/organization', { lateEntryDays: 2 })
  expect(refusal(await enter(at))).toEqual([400, 'validation_failed', 'startsAt: out_of_range'])
  await client.patch('/v1/organization', { lateEntryDays: 30 })
  expect(refusal(await client.post('/v1/holds', { ...booking, startsAt: at, override }))).toEqual([
    400,
    'validation_failed',
    'override.rules: not_allowed',
  ])
  expect((await enter(at)).status).toBe(201)
  expect(refusal(await enter(at))).toEqual([409, 'slot_taken'])
})
