import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { audienceOf } from '#messaging/notifications/audience-of.ts'
import { loadCentre } from '#messaging/notifications/load-centre.ts'
import { loadNewlyWaiting } from '#messaging/worklist/load-newly-waiting.ts'
import { createWorld } from '../../contract/world.ts'
import { create, newAppointment, newChild, newProvider, refusal } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Entry = Record<string, unknown> & { id: string; actions: { operation: string }[] }
type Caller = Pick<ApiClient, 'get' | 'post'>

const list = async (caller: Caller, query = '') =>
  (await caller.get<{ data: Entry[] }>(`/v1/worklist${query}`)).body.data

const ids = async (caller: Caller, query = '') => (await list(caller, query)).map(({ id }) => id)

const newTask = (client: ApiClient, more: object = {}) =>
  create(client, '/v1/tasks', { title: 'Ask for the letter', ...more })

describe('marks', () => {
  test('show who deals with an entry, until they release it', async () => {
    const client = await api.createTenant()
    const [ana, ben] = [
      await joinAs(api, client, { roles: ['SCHEDULER'] }),
      await joinAs(api, client, { roles: ['SCHEDULER'] }),
    ]
    const { id: entryId } = await newTask(client, { role: 'SCHEDULER' })
    expect(await ids(ben, '?view=MY_ROLES')).toEqual([entryId])
    const claimed = await ana.post('/v1/worklist/claim', { entryId })
    expect(claimed.body).toMatchObject({ id: entryId, claimedBy: ana.user.id })
    expect(await ids(ana, '?view=MINE')).toEqual([entryId])
    expect(await ids(ben, '?view=MY_ROLES')).toEqual([])
    expect(await list(ben)).toMatchObject([{ id: entryId, claimedBy: ana.user.id }])
    const refused = await ben.post('/v1/worklist/claim', { entryId })
    expect(refusal(refused).slice(0, 2)).toEqual([409, 'invalid_transition'])
    await ben.post('/v1/worklist/release', { entryId })
    expect((await ben.post('/v1/worklist/claim', { entryId })).status).toBe(200)
    const { body } = await client.get<{ data: object[] }>(
      '/v1/audit-entries?action=claimWorklistEntry',
    )
    expect(body.data.length).toBeGreaterThanOrEqual(2)
  })

  test('hide a snoozed entry from the list and the counts until its time has come', async () => {
    const client = await api.createTenant()
    const { id: entryId } = await newTask(client)
    const other = await newTask(client)
    const endsAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
    const reason = 'They call back.'
    const snoozed = await client.post('/v1/worklist/snooze', { entryId, endsAt, reason })
    expect(snoozed.body).toMatchObject({ snoozeEndsAt: endsAt, snoozeReason: reason })
    expect(await ids(client)).toEqual([other.id])
    expect(await ids(client, '?snoozed=true')).toEqual([entryId])
    const counts = await client.get<object>('/v1/worklist/counts')
    expect(counts.body).toMatchObject({ total: 1, kinds: [{ kind: 'TASK', count: 1 }] })
    await client.post('/v1/worklist/unsnooze', { entryId })
    expect(await ids(client)).toEqual([entryId, other.id])
    await client.post('/v1/worklist/snooze', { entryId, endsAt, reason })
    api.clock.advance(3_600_001)
    expect(await ids(client)).toEqual([entryId, other.id])
  })

  test('end with the wait: a task that is reopened is not snoozed', async () => {
    const client = await api.createTenant()
    const { id: entryId } = await newTask(client)
    const endsAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
    await client.post('/v1/worklist/snooze', { entryId, endsAt, reason: 'Later.' })
    await client.post(`/v1/tasks/${entryId}/complete`)
    await client.post(`/v1/tasks/${entryId}/reopen`)
    expect(await list(client)).toMatchObject([{ id: entryId, snoozeEndsAt: null }])
  })

  test('end with the wait: a note that is returned again is not claimed', async () => {
    const client = await api.createTenant()
    const world = createWorld(api, client)
    const { id } = await world.noteToCosign()
    const entryId = `${id}/note-to-cosign`
    await client.post('/v1/worklist/claim', { entryId })
    await world.make(`/v1/session-notes/${id}/return`, { reason: 'Say what comes next.' })
    await world.make(`/v1/session-notes/${id}/take-over`)
    api.clock.advance(1000)
    await world.make(`/v1/session-notes/${id}/sign`)
    expect(await list(client, '?kind=NOTE_TO_COSIGN')).toMatchObject([
      { id: entryId, claimedBy: null },
    ])
  })

  test('hand an entry over to a person, whose list then contains it', async () => {
    const client = await api.createTenant()
    const ana = await joinAs(api, client, { roles: ['OWNER'] })
    const world = createWorld(api, client)
    const { id } = await world.timeOff({ approved: false })
    const entryId = `${id}/time-off-to-decide`
    expect(await ids(ana, '?view=MINE')).toEqual([])
    const handed = await client.post('/v1/worklist/hand-over', { entryId, assigneeId: ana.user.id })
    expect(handed.body).toMatchObject({ assignee: { id: ana.user.id, name: ana.user.name } })
    expect(await ids(ana, '?view=MINE')).toEqual([entryId])
    expect(await ids(client, '?view=UNASSIGNED')).toEqual([])
    await client.post('/v1/worklist/hand-over', { entryId, role: 'SCHEDULER' })
    const ben = await joinAs(api, client, { roles: ['SCHEDULER'] })
    expect(await ids(ben, '?view=MY_ROLES')).toEqual([entryId])
    const neither = await client.post('/v1/worklist/hand-over', { entryId })
    expect(refusal(neither)[1]).toBe('validation_failed')
  })

  test('hand a task over by assigning it', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client, { email: 'ana@example.org' })
    const { id: entryId } = await newTask(client)
    await client.post('/v1/worklist/hand-over', { entryId, assigneeId: providerId })
    const { body } = await client.get<object>(`/v1/tasks/${entryId}`)
    expect(body).toMatchObject({ assigneeId: providerId })
    const mails = await client.get<{ data: object[] }>(`/v1/messages?subjectId=${entryId}`)
    expect(mails.body.data).toHaveLength(1)
  })

  test('are made only by people who see the entry', async () => {
    const client = await api.createTenant()
    const { id: entryId } = await newTask(client)
    const elsewhere = await api.createTenant()
    const answer = await elsewhere.post('/v1/worklist/claim', { entryId })
    expect(refusal(answer)[1]).toBe('not_found')
    await client.post(`/v1/tasks/${entryId}/complete`)
    expect(refusal(await client.post('/v1/worklist/claim', { entryId }))[1]).toBe('not_found')
  })
})

describe('actions', () => {
  test('leave out what only a second person may do', async () => {
    const client = await api.createTenant()
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const other = await joinAs(api, client, { roles: ['OWNER'] })
    const child = await newChild(client)
    await owner.post('/v1/erasures', { childId: child.id, reason: 'They ask to be forgotten.' })
    const offered = async (caller: Caller) =>
      (await list(caller, '?kind=ERASURE_TO_APPROVE')).map(({ actions }) =>
        actions.map(({ operation }) => operation),
      )
    expect(await offered(owner)).toEqual([['cancelErasure']])
    expect(await offered(other)).toEqual([['approveErasure', 'cancelErasure']])
    expect(await offered(client)).toEqual([['cancelErasure']])
  })

  test('of a task are also those of the record that it is about', async () => {
    const client = await api.createTenant()
    const world = createWorld(api, client)
    await world.waitingStep()
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const [task] = await list(owner, '?kind=TASK')
    expect(task!.actions.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['approveAgentRunStep', 'rejectAgentRunStep', 'completeTask']),
    )
    expect(await list(owner, '?kind=AGENT_STEP_TO_APPROVE')).toEqual([])
  })
})

describe('the list', () => {
  test('of a therapist who also schedules has the notes of the caseload beside the bookings of the centre', async () => {
    const client = await api.createTenant()
    const world = createWorld(api, client)
    const { id: providerId } = await newProvider(client)
    const roles = ['SCHEDULER', 'THERAPIST']
    const person = await joinAs(api, client, { roles, providerId })
    const booking = await world.pendingAppointment()
    await world.note()
    const { id: childId } = await newChild(client, { primaryProviderId: providerId })
    const session = await create(client, '/v1/sessions', {
      childId,
      providerId,
      startedAt: '2026-11-20T10:00:00Z',
      endedAt: '2026-11-20T10:45:00Z',
    })
    const note = await create(client, `/v1/sessions/${session.id}/notes`, { plan: 'Phrases.' })
    const seen = await ids(person, '?kind=APPOINTMENT_TO_CONFIRM,NOTE_TO_SIGN')
    expect(seen).toEqual([`${booking.id}/appointment-to-confirm`, `${note.id}/note-to-sign`])
    const counts = await person.get<{ kinds: object[] }>('/v1/worklist/counts?kind=NOTE_TO_SIGN')
    expect(counts.body.kinds).toMatchObject([{ kind: 'NOTE_TO_SIGN', count: 1 }])
    const claimed = await person.post('/v1/worklist/claim', { entryId: `${note.id}/note-to-sign` })
    expect(claimed.body).toMatchObject({ claimedBy: person.user.id })
  })

  test('tells what has begun to wait, and for whom', async () => {
    const client = await api.createTenant()
    for (const role of ['ADMINISTRATOR', 'BILLER', 'SCHEDULER'])
      await joinAs(api, client, { roles: [role] })
    const world = createWorld(api, client)
    const from = new Date(api.clock.now().getTime() - 1)
    const { id } = await world.settlement()
    const until = new Date(api.clock.now().getTime() + 1)
    const { platform } = api.services
    const ctx = systemContext(platform, { tenantId: client.tenantId, action: 'test' })
    const kinds = ['SETTLEMENT_TO_APPROVE', 'NOTE_TO_SIGN'] as const
    const newly = (range: { from: Date; until: Date }) =>
      read(ctx, 'tasks:read', (reader) => loadNewlyWaiting(reader, { kinds, ...range, limit: 10 }))
    const entryId = `${id}/settlement-to-approve`
    const rows = await newly({ from, until })
    expect(rows).toMatchObject([{ id: entryId, assigneeId: null }])
    const { people } = await read(ctx, 'tasks:read', loadCentre)
    const asked = audienceOf(people, rows[0]!, platform.registry.worklist.SETTLEMENT_TO_APPROVE)
    expect(asked.flatMap(({ roles }) => roles)).toEqual(['ADMINISTRATOR', 'BILLER'])
    expect((await list(client)).find((entry) => entry.id === entryId)).toMatchObject({
      title: 'Approve or cancel the settlement',
    })
    expect(await newly({ from: until, until: new Date(until.getTime() + 1) })).toEqual([])
  })

  test('names the child, the record and the assignee', async () => {
    const client = await api.createTenant()
    const provider = await newProvider(client, { name: 'Ana Ruiz' })
    const child = await newChild(client, { firstName: 'Lena', lastName: 'Weiss' })
    const task = await newTask(client, { childId: child.id, assigneeId: provider.id })
    expect((await list(client)).find(({ id }) => id === task.id)).toMatchObject({
      child: { id: child.id, name: 'Lena Weiss' },
      assignee: { id: provider.id, name: 'Ana Ruiz' },
      subject: null,
      consequence: 'The task stays open. Nobody else is asked.',
    })
    const bookings = await api.createClient(client.tenantId, { scopes: ['ai'] })
    expect((await list(bookings)).find(({ id }) => id === task.id)).toMatchObject({
      child: { id: child.id, name: null },
      withheld: ['children:read'],
    })
  })

  test('is filtered by child and location', async () => {
    const client = await api.createTenant()
    const world = createWorld(api, client)
    const appointment = await world.pendingAppointment()
    const { childId, locationId } = appointment as { childId?: string; locationId?: string }
    const about = `${appointment.id}/appointment-to-confirm`
    await newTask(client)
    if (childId) expect(await ids(client, `?childId=${childId}`)).toEqual([about])
    if (locationId) expect(await ids(client, `?locationId=${locationId}`)).toEqual([about])
    const elsewhere = await newAppointment(client)
    expect(await ids(client, `?childId=${String(elsewhere['childId'])}`)).toEqual([])
  })
})
