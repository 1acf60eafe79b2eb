import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { Message } from '#messaging/messages/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Bookings of services with confirmation by a provider. */

const kind = 'appointmentLifecycle' as const

let api: TestApi
let client: ApiClient
let location: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  await newService(client, { requiresConfirmation: true, confirmationWindowMinutes: 120 })
})
afterAll(() => api[Symbol.asyncDispose]())

const bookable = async (startsAt: string) => ({
  childId: (await newChild(client)).id,
  providerId: (await newProvider(client, { locationIds: [location.id] })).id,
  type: 'THERAPY_SESSION',
  startsAt,
})

const requested = async (startsAt = '2026-12-01T10:00:00+01:00') =>
  (await client.post<Appointment>('/v1/appointments', await bookable(startsAt))).body

const verb = (id: string, name: string, json?: object) =>
  client.post<Appointment>(`/v1/appointments/${id}/${name}`, json)

const events = async (id: string) => {
  const rows = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
    [id],
  )
  return rows.map(({ type }) => type)
}

const plan = (id: string) => planSteps(systemOf('planSteps'), { kind, subjectId: id })
const systemOf = (action: string) =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action })

test('a booking awaits confirmation and reserves its slot', async () => {
  const body = await bookable('2026-12-01T10:00:00+01:00')
  const first = await client.post<Appointment>('/v1/appointments', body)
  expect(first.body.status).toBe('PENDING_CONFIRMATION')
  expect(refusal(await client.post('/v1/appointments', body))).toEqual([409, 'slot_taken'])
  const confirmed = await verb(first.body.id, 'confirm')
  expect(confirmed.body).toMatchObject({ status: 'CONFIRMED', version: 2 })
  expect(await events(first.body.id)).toEqual(['booking.created', 'appointment.confirmed'])
})

test('a declined booking states the reason and frees its slot', async () => {
  const body = await bookable('2026-12-01T10:00:00+01:00')
  const { id } = (await client.post<Appointment>('/v1/appointments', body)).body
  const declined = await verb(id, 'decline', { reason: 'On training' })
  expect(declined.body).toMatchObject({ status: 'DECLINED', declineReason: 'On training' })
  expect((await client.post('/v1/appointments', body)).status).toBe(201)
  expect(await events(id)).toEqual(['booking.created', 'appointment.declined'])
  expect(refusal(await verb(id, 'confirm'))).toEqual([409, 'invalid_transition'])
})

test('a booking is confirmed once, and the second provider gets the current state', async () => {
  const { id } = await requested()
  const answers = await Promise.all([verb(id, 'confirm'), verb(id, 'decline', { reason: 'Busy' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await events(id)).toHaveLength(2)
})

test('a booking expires at the end of the window of its service, even if the step runs twice', async () => {
  const { id, createdAt } = await requested()
  const { next } = await plan(id)
  const dueAt = new Date(Date.parse(createdAt) + 120 * 60_000)
  expect(next).toEqual({ step: 'confirmation-check', dueAt: dueAt.toISOString() })
  const step = { kind, subjectId: id, step: 'confirmation-check', dueAt }
  const first = await runStep(systemOf('runStep'), step)
  expect(first).toMatchObject({ status: 'DONE' })
  expect(await runStep(systemOf('runStep'), step)).toBeNull()
  const { body } = await client.get<Appointment>(`/v1/appointments/${id}`)
  expect(body.status).toBe('EXPIRED')
  expect(await events(id)).toEqual(['booking.created', 'appointment.expired'])
  expect((await plan(id)).next?.step).toBe('decision-notice')
})

test('a booking whose window would end after its start expires at its start', async () => {
  const startsAt = new Date(Math.ceil(api.clock.now().getTime() / 1_000) * 1_000 + 3_600_000)
  const { id } = await requested(startsAt.toISOString())
  expect((await plan(id)).next).toEqual({
    step: 'confirmation-check',
    dueAt: startsAt.toISOString(),
  })
})

test('a confirmed booking does not expire and gets the usual reminders', async () => {
  const { id } = await requested()
  const { next } = await plan(id)
  await verb(id, 'confirm')
  const late = { kind, subjectId: id, step: next!.step, dueAt: new Date(next!.dueAt) }
  const outcome = await runStep(systemOf('runStep'), late)
  expect(outcome).toEqual({ status: 'SKIPPED', outcome: 'the appointment is CONFIRMED' })
  expect((await plan(id)).next?.step).toBe('decision-notice')
})

test.each([
  ['confirm', undefined],
  ['decline', { reason: 'Busy' }],
])('the guardians are notified once when somebody decides to %s', async (name, json) => {
  const { id, childId } = await requested()
  const guardian = await newClient(client, { email: 'mara@example.com' })
  await create(client, '/v1/guardianships', {
    childId,
    clientId: guardian.id,
    relationship: 'mother',
    legal: true,
    billing: true,
  })
  await verb(id, name, json)
  const { next } = await plan(id)
  expect(next?.step).toBe('decision-notice')
  const step = { kind, subjectId: id, step: 'decision-notice', dueAt: new Date(next!.dueAt) }
  expect(await runStep(systemOf('runStep'), step)).toMatchObject({
    status: 'DONE',
    outcome: 'e-mail to 1 guardian',
  })
  expect(await runStep(systemOf('runStep'), step)).toBeNull()
  const { body } = await client.get<{ data: Message[] }>(`/v1/messages?subjectId=${id}`)
  expect(body.data).toMatchObject([
    { template: 'appointment.decision', recipientId: guardian.id, channel: 'EMAIL' },
  ])
  expect((await plan(id)).next?.step).not.toBe('decision-notice')
})

test('a decision that reaches nobody needs attention', async () => {
  const { id } = await requested()
  await verb(id, 'decline', { reason: 'Busy' })
  const { next } = await plan(id)
  const step = { kind, subjectId: id, step: next!.step, dueAt: new Date(next!.dueAt) }
  expect(await runStep(systemOf('runStep'), step)).toMatchObject({
    status: 'DONE',
    actionRequired: 'the child has no legal guardian on record',
  })
})

test('a booking cannot be confirmed after its start', async () => {
  const startsAt = new Date(api.clock.now().getTime() + 60_000).toISOString()
  const { id } = await requested(startsAt)
  const before = api.clock.now()
  try {
    api.clock.advance(120_000)
    expect(refusal(await verb(id, 'confirm'))).toEqual([409, 'start_passed'])
  } finally {
    api.clock.set(before)
  }
})
