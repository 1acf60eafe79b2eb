import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { refusal } from './centre.ts'

/** What something ahead still needs cannot be archived (prisma/functions/uses.sql). */

let api: TestApi
let client: ApiClient
let world: World
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})
afterAll(() => api[Symbol.asyncDispose]())

type Refs = Record<string, unknown>

const inRoom = async (): Promise<Refs> => {
  const { id, locationId } = await world.appointment()
  const room = await world.make('/v1/rooms', { locationId, name: 'Pool' })
  await client.patch(`/v1/appointments/${id}`, { roomId: room.id })
  return { roomId: room.id }
}

const paidByGuardian = async (): Promise<Refs> => {
  const { childId } = await world.appointment()
  const { id: clientId } = await world.family()
  const body = { childId, clientId, relationship: 'mother', billing: true }
  return world.make('/v1/guardianships', body)
}

const toPay = async (): Promise<Refs> => {
  const { id: clientId } = await world.family()
  const { id: payerId } = await world.make('/v1/payers', { kind: 'CLIENT', clientId })
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 9500 }]
  await world.make('/v1/orders', { payerId, lines })
  return { clientId }
}

const first = (ids: unknown) => (ids as string[])[0]

/** What makes the record that is still needed, its type, and the records that it needs. */
const CASES: [
  type: string,
  make: () => Promise<Refs>,
  needed: Record<string, (it: Refs) => unknown>,
][] = [
  [
    'appointment',
    () => world.appointment(),
    {
      children: (it) => it['childId'],
      locations: (it) => it['locationId'],
      services: (it) => it['serviceId'],
    },
  ],
  [
    'waitlistEntry',
    () => world.waitlistEntry(),
    { children: (it) => it['childId'], services: (it) => first(it['serviceIds']) },
  ],
  ['program', () => world.program(), { children: (it) => it['childId'] }],
  ['treatmentCycle', () => world.treatmentCycle(), { children: (it) => it['childId'] }],
  ['sessionPackage', () => world.sessionPackage(), { children: (it) => it['childId'] }],
  ['groupWaitlistEntry', () => world.groupWaitlistEntry(), { children: (it) => it['childId'] }],
  ['appointment', () => inRoom(), { rooms: (it) => it['roomId'] }],
  ['guardianship', () => paidByGuardian(), { clients: (it) => it['clientId'] }],
  ['creditBalance', () => world.creditBalance(), { clients: (it) => it['clientId'] }],
  ['order', () => toPay(), { clients: (it) => it['clientId'] }],
]

test.each(CASES)('what %s refers to cannot be archived', async (type, make, needed) => {
  const made = await make()
  for (const [kind, idOf] of Object.entries(needed)) {
    const id = idOf(made)
    expect(id, kind).toEqual(expect.any(String))
    const refused = await client.post(`/v1/${kind}/${String(id)}/archive`)
    expect(refusal(refused), kind).toEqual([409, 'record_in_use'])
    expect(refused.body, kind).toMatchObject({
      uses: expect.arrayContaining([{ type, count: expect.any(Number) }]),
    })
    const { body } = await client.get(`/v1/${kind}/${String(id)}`)
    expect(body, kind).toMatchObject({ archivedAt: null })
  }
})

test('what is past or ended is not in the way', async () => {
  const made = await world.appointment()
  const childId = String(made['childId'])
  await client.post(`/v1/appointments/${made.id}/cancel`, { initiator: 'CLIENT', reason: 'Moved' })
  const { status, body } = await client.post(`/v1/children/${childId}/archive`)
  expect(body).toMatchObject({ archivedAt: expect.any(String) })
  expect(status).toBe(200)
})

test('what the caller may not see is in the way too', async () => {
  const made = await world.appointment()
  const childId = String(made['childId'])
  const other = await world.provider()
  await client.patch(`/v1/children/${childId}`, { primaryProviderId: other.id })
  const limited = await api.createClient(client.tenantId, { providerId: other.id })
  // The appointment is another provider's.
  const refused = await limited.post(`/v1/children/${childId}/archive`)
  expect(refusal(refused)).toEqual([409, 'record_in_use'])
})

/** The records that a booking names, each restorable by the operation that the refusal names. */
const NAMED = {
  childId: () => world.child(),
  providerId: () => world.provider(),
  serviceId: () => world.service(),
  locationId: () => world.location(),
  roomId: async () =>
    world.make('/v1/rooms', { locationId: (await world.location()).id, name: `Room ${++rooms}` }),
}
let rooms = 0

test.each(Object.entries(NAMED))(
  'a booking whose %s is archived names the operation that restores it',
  async (member, make) => {
    const booking = await world.booking()
    const { id } = await make()
    const kind = { childId: 'children' }[member] ?? `${member.slice(0, -2)}s`
    const path = `/v1/${kind}/${id}`
    expect((await client.post(`${path}/archive`)).status).toBe(200)
    const refused = await client.post('/v1/appointments', { ...booking, [member]: id })
    expect(refusal(refused)).toEqual([400, 'invalid_reference', `${member}: invalid_reference`])
    const { detail } = refused.body as { detail: string }
    expect(detail).toContain(`in the archive. Restore it first (POST ${path}/restore)`)
    const restored = /POST (\S+\/restore)/.exec(detail)![1]!
    expect((await client.post(restored)).status).toBe(200)
  },
)

test('a guardian is in the way only while the child needs them', async () => {
  const { childId } = await world.appointment()
  const guard = async () => {
    const { id: clientId } = await world.family()
    const body = { childId, clientId, relationship: 'mother', billing: false }
    return { clientId, ...(await world.make('/v1/guardianships', body)) }
  }
  const [one, another] = [await guard(), await guard()]
  const archive = (clientId: string) => client.post(`/v1/clients/${clientId}/archive`)
  expect((await archive(one.clientId)).status).toBe(200)
  const only = await archive(another.clientId)
  expect(refusal(only)).toEqual([409, 'record_in_use'])
  expect(only.body).toMatchObject({ uses: [{ type: 'guardianship', count: 1 }] })
  expect((await client.post(`/v1/clients/${one.clientId}/restore`)).status).toBe(200)
  expect((await archive(another.clientId)).status).toBe(200)
})
