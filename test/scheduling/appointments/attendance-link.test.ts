import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLink } from '#messaging/links/create-link.ts'
import type { Field } from '#messaging/links/link-purpose.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { create, newChild, newLocation, newProvider, newService } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** The page on which a family answers a reminder. */

let api: TestApi
let client: ApiClient
let world: World
let place: { locationId: string; serviceId: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
  const { id: locationId } = await newLocation(client)
  const { id: serviceId } = await newService(client)
  place = { locationId, serviceId }
  await create(client, '/v1/cancellation-policies', {
    name: 'Standard',
    windows: [{ notice: 'P1D', atTime: '18:00', fee: { percent: 50 } }],
  })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** A Tuesday at ten; cancelling is free until Monday at 18:00. */
const AT = '2026-12-01T10:00:00+01:00'
const IN_TIME = '2026-11-30T09:00:00+01:00'
const LATE = '2026-11-30T18:01:00+01:00'
beforeEach(async () => {
  api.clock.set(IN_TIME)
  client = await api.createClient(client.tenantId)
  world = createWorld(api, client)
})

interface Page {
  fields: Field[]
}

interface Problem {
  code: string
  errors: { path: string; code: string }[]
}

const booked = async (providerId: string, startsAt: string) => {
  const { id: childId } = await newChild(client)
  const booking = { ...place, childId, providerId, startsAt }
  const { status, body, text } = await client.post<Appointment>('/v1/appointments', booking)
  expect(status, text).toBe(201)
  return body
}

/** A confirmed visit, and the link of one guardian. */
const asked = async () => {
  const { id: providerId } = await newProvider(client)
  const { id } = await booked(providerId, AT)
  const { id: recipientId } = await world.family()
  await world.guardianOf({ type: 'appointment', id }, recipientId)
  const ctx = systemContext(api.services.platform, {
    tenantId: client.tenantId,
    action: 'createLink',
  })
  const { path } = await transact(ctx, 'messages:write', (tx) =>
    createLink(tx, {
      purpose: 'attendance',
      subject: { type: 'appointment', id },
      recipientId,
      language: 'en',
      expiresAt: new Date(AT),
    }),
  )
  return { id, path, providerId }
}

const page = async (path: string) => (await api.anonymous().get<Page>(path)).body.fields
const answer = (path: string, given: object) => api.anonymous().post<Problem>(path, given)
const visit = async (id: string) => (await client.get<Appointment>(`/v1/appointments/${id}`)).body
const optionsOf = (fields: Field[], name: string) => {
  const field = fields.find((it) => it.name === name)
  return field && 'options' in field ? field.options.map(({ value }) => value) : []
}

describe('a family', () => {
  test('says that it comes, and may change its answer', async () => {
    const { id, path } = await asked()
    expect(optionsOf(await page(path), 'answer')).toEqual(['come', 'cancel', 'move'])
    for (let clicks = 0; clicks < 2; clicks++)
      expect((await answer(path, { answer: 'come' })).status).toBe(200)
    expect((await visit(id)).familyConfirmedAt).toMatch(/^2026-11-30T08:00/)
    expect((await answer(path, { answer: 'cancel' })).status).toBe(200)
    expect(await visit(id)).toMatchObject({
      status: 'CANCELLED',
      cancellation: { initiator: 'CLIENT', late: false },
    })
    expect((await answer(path, { answer: 'come' })).status).toBe(410)
  })

  test('decides nothing by opening the page, even if a mail scanner opens it often', async () => {
    const { id, path } = await asked()
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET'])
      await api.anonymous().send({ method, path: `${path}?answer=cancel`, headers: SCANNER })
    expect(await visit(id)).toMatchObject({ status: 'CONFIRMED', familyConfirmedAt: null })
    expect((await answer(path, { answer: 'come' })).status).toBe(200)
  })

  test('sees the fee before it cancels, and accepts the fee that is due then', async () => {
    const { id, path } = await asked()
    expect(optionsOf(await page(path), 'fee')).toEqual([])
    api.clock.set(LATE)
    client = await api.createClient(client.tenantId)
    const fields = await page(path)
    const [fee] = optionsOf(fields, 'fee')
    expect(fee).toMatch(/^\d+\.\d\d EUR$/)
    expect(optionsOf(fields, 'answer')).toEqual(['come', 'cancel'])
    for (const [given, code] of [
      [{}, 'required'],
      [{ fee: '1.00 EUR' }, 'mismatch'],
    ] as const) {
      const refused = await answer(path, { answer: 'cancel', ...given })
      expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'fee', code }]])
    }
    expect((await visit(id)).status).toBe('CONFIRMED')
    expect((await answer(path, { answer: 'cancel', fee })).status).toBe(200)
    expect(await visit(id)).toMatchObject({
      status: 'CANCELLED',
      cancellation: { initiator: 'CLIENT', late: true },
      fee: { decision: 'CHARGED' },
    })
  })

  test('cannot avoid a fee by moving the visit', async () => {
    const { id, path } = await asked()
    const [startsAt] = optionsOf(await page(path), 'startsAt')
    api.clock.set(LATE)
    client = await api.createClient(client.tenantId)
    const refused = await answer(path, { answer: 'move', startsAt })
    expect(refused.status).toBe(400)
    expect((await visit(id)).startsAt).toBe(AT)
  })

  test('chooses another free time, unless somebody else was faster', async () => {
    const { id, path, providerId } = await asked()
    const times = optionsOf(await page(path), 'startsAt')
    expect(times.length).toBeGreaterThan(2)
    expect(times).not.toContain(AT)
    const [taken, free] = [times[0], times.at(-1)]
    await booked(providerId, taken!)
    const refused = await answer(path, { answer: 'move', startsAt: taken })
    expect(refused.body.errors).toMatchObject([{ path: 'startsAt', code: 'overlapping' }])
    expect((await visit(id)).startsAt).toBe(AT)
    expect(optionsOf(await page(path), 'startsAt')).not.toContain(taken)
    expect((await answer(path, { answer: 'move', startsAt: free })).status).toBe(200)
    expect((await visit(id)).startsAt).toBe(free)
  })

  test('gets only the answers that the centre offers', async () => {
    const { id, path } = await asked()
    await client.patch('/v1/message-settings', { reminderAnswers: ['CONFIRM'] })
    expect(optionsOf(await page(path), 'answer')).toEqual(['come'])
    const refused = await answer(path, { answer: 'cancel' })
    expect(refused.body.errors).toMatchObject([{ path: 'answer', code: 'invalid_value' }])
    expect((await visit(id)).status).toBe('CONFIRMED')
  })
})

const SCANNER = { accept: 'text/html', 'sec-purpose': 'prefetch' }
