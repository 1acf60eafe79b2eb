import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import {
  create,
  newAppointment,
  newChild,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const newTask = (client: ApiClient, more: object = {}) =>
  create(client, '/v1/tasks', { title: 'Ask for the letter', ...more })

const listed = async (client: ApiClient, path: string) =>
  (await client.get<Page>(path)).body.data.map(({ id }) => id)

const mailsAbout = (client: ApiClient, { id }: Resource) =>
  listed(client, `/v1/messages?subjectId=${id}&template=task.assigned`)

const eventsAbout = async (client: ApiClient, { id }: Resource) =>
  (
    await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE tenant_id = $1 AND kind = 'event' AND subject_id = $2 ORDER BY id`,
      [client.tenantId, id],
    )
  ).map(({ type }) => type)

describe('a task', () => {
  test('is completed with a comment, and reopened', async () => {
    const client = await api.createTenant()
    const task = await newTask(client, { dueAt: '2026-12-01T16:00:00+01:00' })
    expect(task).toMatchObject({
      status: 'OPEN',
      source: 'PERSON',
      dueAt: '2026-12-01T15:00:00.000Z',
      createdBy: client.clientId,
      comments: [],
    })
    await client.post(`/v1/tasks/${task.id}/comments`, { text: 'On Monday.' })
    const done = await client.post(`/v1/tasks/${task.id}/complete`, { comment: 'Sent.' })
    expect(done.body).toMatchObject({
      status: 'DONE',
      closedBy: client.clientId,
      comments: [{ text: 'On Monday.' }, { text: 'Sent.', writtenBy: client.clientId }],
    })
    const cancelled = await client.post(`/v1/tasks/${task.id}/cancel`)
    expect(refusal(cancelled).slice(0, 2)).toEqual([409, 'invalid_transition'])
    const open = await client.post(`/v1/tasks/${task.id}/reopen`)
    expect(open.body).toMatchObject({ status: 'OPEN', closedAt: null, closedBy: null })
    expect(await eventsAbout(client, task)).toEqual(['task.created', 'task.done'])
  })

  test('notifies the new assignee, unless they assigned it to themselves', async () => {
    const client = await api.createTenant()
    const provider = await newProvider(client, { email: 'ana@example.org' })
    const task = await newTask(client)
    expect(await eventsAbout(client, task)).toEqual(['task.created'])
    await client.patch(`/v1/tasks/${task.id}`, { assigneeId: provider.id })
    await client.patch(`/v1/tasks/${task.id}`, { title: 'Ask again' })
    expect(await mailsAbout(client, task)).toHaveLength(1)
    expect(await eventsAbout(client, task)).toEqual(['task.created', 'task.assigned'])
    const asAna = await api.createClient(client.tenantId, { providerId: provider.id })
    const own = await newTask(asAna, { assigneeId: provider.id })
    expect(await mailsAbout(client, own)).toEqual([])
    expect(await listed(asAna, '/v1/tasks?assigneeId=me')).toEqual([own.id, task.id])
    expect(await listed(client, '/v1/tasks?assigneeId=me')).toEqual([])
  })

  test('belongs to a user or a role of this centre', async () => {
    const client = await api.createTenant()
    const elsewhere = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const refused = async (more: object) =>
      refusal(await client.post('/v1/tasks', { title: 'Ask', ...more }))[1]
    const both = { assigneeId: providerId, role: 'SCHEDULER' }
    expect(await refused(both)).toBe('validation_failed')
    for (const more of [
      { assigneeId: (await newProvider(elsewhere)).id },
      { assigneeId: newId('user') },
      { assigneeId: newId('apiKey') },
      { role: newId('role') },
      { childId: (await newChild(elsewhere)).id },
      { subjectId: (await newChild(elsewhere)).id },
      { subjectId: 'nonsense' },
    ])
      expect([more, await refused(more)]).toEqual([more, 'invalid_reference'])
    const task = await newTask(client, { role: 'BILLER' })
    expect(await listed(client, '/v1/tasks?role=BILLER')).toEqual([task.id])
  })

  test('belongs to the child of its subject and is limited to the caseload', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const own = await newChild(client, { primaryProviderId: providerId })
    const appointment = await newAppointment(client)
    const asAna = await api.createClient(client.tenantId, { providerId })
    const about = await newTask(client, { subjectId: appointment.id })
    expect(about).toMatchObject({
      subjectType: 'APPOINTMENT',
      childId: appointment['childId'],
    })
    const ofOwn = await newTask(client, { childId: own.id })
    const ofNobody = await newTask(client)
    expect(await listed(asAna, '/v1/tasks?sort=createdAt')).toEqual([ofOwn.id, ofNobody.id])
    expect(await listed(asAna, '/v1/worklist')).toEqual([ofOwn.id, ofNobody.id])
    expect((await asAna.get(`/v1/tasks/${about.id}`)).status).toBe(404)
    const refused = await asAna.post('/v1/tasks', { title: 'Ask', subjectId: appointment.id })
    expect(refusal(refused)[1]).toBe('invalid_reference')
    const mismatch = { title: 'Ask', subjectId: appointment.id, childId: own.id }
    expect(refusal(await client.post('/v1/tasks', mismatch))[1]).toBe('validation_failed')
  })
})

describe('the worklist', () => {
  /** An appointment whose reminder had no recipient. */
  const attention = async (client: ApiClient) => {
    const { id: subjectId } = await newAppointment(client)
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'planSteps' })
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId })
    const [followUp] = (await client.get<Page>(`/v1/follow-ups?subjectId=${subjectId}`)).body.data
    await api.query(
      `UPDATE follow_up_steps SET status = 'DONE', happened_at = now(), outcome = 'no e-mail',
         action_required = 'the child has no legal guardian on record'
       WHERE tenant_id = $1 AND follow_up_id = $2 AND step = 'reminder-48h'`,
      [tenantId, followUp!.id],
    )
    return followUp!.id
  }

  test('contains open tasks and requests of follow-ups, each once, until they are settled', async () => {
    const client = await api.createTenant()
    const followUpId = await attention(client)
    const soon = await newTask(client, { dueAt: '2026-11-25T10:00:00Z' })
    const later = await newTask(client)
    const step = `${followUpId}/reminder-48h`
    const path = '/v1/worklist?limit=1'
    const pages: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await client.get<Page & { nextCursor: string | null }>(path + cursor)
      pages.push(...body.data.map(({ id }) => id))
      if (!body.nextCursor) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(pages.toSorted()).toEqual([soon.id, later.id, step].toSorted())
    expect(pages.at(-1)).toBe(later.id)
    expect(await listed(client, '/v1/worklist?sort=-dueAt')).toEqual(pages.toReversed())
    const entries = (await client.get<Page>('/v1/worklist')).body.data
    expect(entries.find(({ id }) => id === step)).toMatchObject({
      kind: 'FOLLOW_UP_STEP',
      title: 'the child has no legal guardian on record',
      followUpId,
      step: 'reminder-48h',
      subjectType: 'APPOINTMENT',
    })
    expect(entries.find(({ id }) => id === later.id)).toMatchObject({ kind: 'TASK', dueAt: null })
    expect(await listed(client, '/v1/worklist?dueAt[lt]=2026-11-26T00:00:00Z')).toContain(soon.id)

    const { id: assigneeId } = await newProvider(client)
    const asAna = await api.createClient(client.tenantId, { providerId: assigneeId })
    await client.patch(`/v1/tasks/${soon.id}`, { assigneeId })
    expect(await listed(asAna, '/v1/worklist?assigneeId=me')).toEqual([soon.id])
    const acknowledge = `/v1/follow-ups/${followUpId}/steps/reminder-48h/acknowledge`
    await client.post(acknowledge, { note: 'On it.', assigneeId })
    expect(await listed(client, `/v1/worklist?assigneeId=${assigneeId}`)).toContain(step)

    await client.post(acknowledge, { note: 'Told on the phone.' })
    await client.post(`/v1/tasks/${soon.id}/complete`)
    expect(await listed(client, '/v1/worklist?kind=TASK,FOLLOW_UP_STEP')).toEqual([later.id])
  })

  test('shows only follow-ups that the caller may read', async () => {
    const client = await api.createTenant()
    await attention(client)
    const limited = await api.createClient(client.tenantId, { scopes: ['admin'] })
    expect(await listed(limited, '/v1/worklist')).toEqual([])
    expect(await listed(client, '/v1/worklist')).toHaveLength(1)
  })
})
