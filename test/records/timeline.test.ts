import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import type { TimelineEntry } from '#records/child-records/timeline-schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type World } from '../contract/world.ts'
import { create, newProvider } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
let world: World
let childId: string
let appointmentId: string
let sessionId: string

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  const appointment = await world.appointment()
  appointmentId = appointment.id
  childId = String(appointment['childId'])
  const session = await create(world.client, '/v1/sessions', {
    childId,
    providerId: (await world.provider()).id,
    startedAt: '2026-11-20T10:00:00+01:00',
    endedAt: '2026-11-20T10:45:00+01:00',
  })
  sessionId = session.id
  await plan('appointmentLifecycle', appointmentId)
  await plan('sessionFollowUp', sessionId)
  // An entry of another child, which appears only in that child's timeline.
  await plan('appointmentLifecycle', (await world.appointment()).id)
})
afterAll(() => api[Symbol.asyncDispose]())

const plan = (kind: FollowUpName, subjectId: string) =>
  planSteps(
    systemContext(api.services.platform, { tenantId: world.client.tenantId, action: 'planSteps' }),
    { kind, subjectId },
  )

interface Page {
  data: TimelineEntry[]
  nextCursor: string | null
}

const page = async (query = '', client: ApiClient = world.client, id = childId) => {
  const answer = await client.get<Page>(`/v1/children/${id}/timeline?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const timeline = async (query = '', client: ApiClient = world.client, id = childId) =>
  (await page(query, client, id)).data

const shown = (entries: TimelineEntry[]) =>
  entries.map(({ kind, status, code }) => [kind, status, code])

test('a timeline shows what comes next, and when', async () => {
  const next = await timeline('status=SCHEDULED&sort=occursAt')
  const note = next.filter(({ subjectType }) => subjectType === 'SESSION')
  expect(note.map(({ code }) => code)).toEqual(['note-missing', 'note-missing-supervisor'])
  const visit = next.filter(({ subjectId }) => subjectId === appointmentId)
  expect(shown(visit)).toEqual([
    ['STEP', 'SCHEDULED', 'reminder-48h'],
    ['STEP', 'SCHEDULED', 'reminder-2h'],
    ['APPOINTMENT', 'SCHEDULED', 'CONFIRMED'],
    ['STEP', 'SCHEDULED', 'no-show-check'],
  ])
  expect(visit[2]).toEqual({
    id: appointmentId,
    kind: 'APPOINTMENT',
    status: 'SCHEDULED',
    occursAt: '2026-12-01T09:00:00.000Z',
    occurredAt: null,
    code: 'CONFIRMED',
    reason: null,
    actionRequired: null,
    subjectType: 'APPOINTMENT',
    subjectId: appointmentId,
    followUpId: null,
    actorId: null,
  })
  expect(next).toEqual(next.toSorted((a, b) => a.occursAt.localeCompare(b.occursAt)))
})

test('a timeline has the same order in both directions, page by page', async () => {
  const whole = await timeline('limit=100')
  expect(whole.length).toBeGreaterThan(7)
  const walked = async (sort: string) => {
    const entries: TimelineEntry[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const found: Page = await page(`limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      entries.push(...found.data)
      cursor = found.nextCursor
    }
    return entries
  }
  expect(await walked('-occursAt')).toEqual(whole)
  expect(await walked('occursAt')).toEqual(whole.toReversed())
})

test('a timeline can be limited to kinds and to a time range', async () => {
  const kinds = new Set((await timeline('kind=EVENT,APPOINTMENT')).map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['EVENT', 'APPOINTMENT']))
  const day = 'occursAt[gte]=2026-12-01T00:00:00%2B01:00&occursAt[lt]=2026-12-01T10:30:00%2B01:00'
  expect(shown(await timeline(day))).toEqual([
    ['APPOINTMENT', 'SCHEDULED', 'CONFIRMED'],
    ['STEP', 'SCHEDULED', 'reminder-2h'],
  ])
  expect((await world.client.get(`/v1/children/${childId}/timeline?kind=NOTE`)).status).toBe(400)
})

describe('the reason for something that did not happen', () => {
  test('names who cancelled an appointment and the steps that ended with it', async () => {
    const { id, childId: of } = await world.appointment()
    await plan('appointmentLifecycle', id)
    await world.make(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Moved away' })
    await plan('appointmentLifecycle', id)
    const entries = await timeline('limit=100', world.client, String(of))
    const found = (kind: string, code: string) =>
      entries.find((entry) => entry.kind === kind && entry.code === code)
    expect(found('APPOINTMENT', 'CANCELLED')).toMatchObject({
      status: 'CANCELLED',
      reason: 'Moved away',
      occursAt: '2026-12-01T09:00:00.000Z',
      occurredAt: expect.stringMatching(/^2026-11/),
    })
    expect(found('DECISION', 'CANCEL')).toMatchObject({
      reason: 'Moved away',
      actorId: world.client.clientId,
      subjectId: id,
    })
    expect(found('EVENT', 'booking.cancelled')).toMatchObject({ subjectType: 'APPOINTMENT' })
    expect(found('STEP', 'reminder-48h')).toMatchObject({
      status: 'CANCELLED',
      reason: expect.stringMatching(/cancelled/i),
    })
  })

  test('is shown for an undelivered message until somebody handles it, with what they did', async () => {
    const { id, subjectId } = await world.followUpWithAttention()
    const { childId: of } = (
      await world.client.get<{ childId: string }>(`/v1/appointments/${String(subjectId)}`)
    ).body
    const { id: messageId } = await world.undeliveredMessage()
    await api.query(
      `UPDATE messages SET follow_up_id = $2, step = 'reminder-48h' WHERE tenant_id = $1 AND id = $3`,
      [world.client.tenantId, id, messageId],
    )
    const step = async () =>
      (await timeline('kind=STEP', world.client, of)).find(({ code }) => code === 'reminder-48h')
    expect(await step()).toMatchObject({
      status: 'DONE',
      reason: expect.stringMatching(/^[a-z_]+$/),
      actionRequired: 'the child has no legal guardian on record',
      followUpId: id,
    })
    const path = `/v1/follow-ups/${id}/steps/reminder-48h/acknowledge`
    expect((await world.client.post(path, { note: 'Called them.' })).status).toBe(200)
    expect(await step()).toMatchObject({ status: 'DONE', reason: null, actionRequired: null })
    const [decided] = await timeline('kind=DECISION', world.client, of)
    expect(decided).toMatchObject({
      code: 'ACKNOWLEDGE',
      reason: 'Called them.',
      actorId: world.client.clientId,
      followUpId: id,
    })
  })
})

describe('a view of a child', () => {
  const keyWith = (
    resources: ('children' | 'follow-ups' | 'appointments' | 'sessions' | 'session-notes')[],
  ) => api.createClient(world.client.tenantId, { resources })

  test('hides entries of records that the key may not read', async () => {
    const typesOf = (entries: TimelineEntry[]) =>
      new Set(entries.map(({ kind, subjectType }) => `${kind} ${subjectType}`))
    const all = typesOf(await timeline('limit=100'))
    expect(all).toContain('STEP SESSION')
    expect(all).toContain('STEP APPOINTMENT')
    const booking = await keyWith(['children', 'follow-ups', 'appointments'])
    expect(typesOf(await timeline('limit=100', booking))).toEqual(
      new Set([...all].filter((it) => !it.includes('SESSION'))),
    )
    const therapist = await keyWith(['children', 'follow-ups', 'sessions', 'session-notes'])
    expect(typesOf(await timeline('limit=100', therapist))).toEqual(
      new Set([...all].filter((it) => !it.includes('APPOINTMENT'))),
    )
    const desk = await keyWith(['children', 'appointments'])
    const steps = (await timeline('limit=100', desk)).filter(({ kind }) => kind === 'STEP')
    expect(steps).toEqual([])
    const widget = await keyWith(['appointments', 'follow-ups'])
    expect((await widget.get(`/v1/children/${childId}/timeline`)).status).toBe(403)
  })

  test('hides children outside the caseload and records the disclosure', async () => {
    const { id: providerId } = await newProvider(world.client)
    const therapist = await api.createClient(world.client.tenantId, { providerId })
    const path = `/v1/children/${childId}/timeline`
    expect((await therapist.get(path)).status).toBe(404)
    await create(world.client, '/v1/care-team-members', { childId, providerId, role: 'THERAPIST' })
    expect(await timeline('limit=100', therapist)).toEqual(await timeline('limit=100'))
    const { body } = await world.client.get<{ data: { action: string }[] }>(
      `/v1/children/${childId}/disclosures`,
    )
    expect(body.data.map(({ action }) => action)).toContain('listChildTimeline')
  })
})

test('reads thousands of entries with three statements', async () => {
  const { tenantId } = world.client
  const { childId: of } = await world.appointment()
  await api.query(
    `WITH apt AS (
       SELECT a.*, n FROM appointments a, generate_series(1, 500) n WHERE a.tenant_id = $1 AND a.child_id = $2
     ), made AS (
       INSERT INTO appointments (tenant_id, id, child_id, provider_id, location_id, type, status, starts_at, ends_at,
         busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at, version)
       SELECT tenant_id, 'apt_' || lpad(n::text, 26, '0'), child_id, provider_id, location_id, type, 'COMPLETED',
         starts_at - n * interval '1 day', ends_at - n * interval '1 day', busy_from - n * interval '1 day',
         busy_until - n * interval '1 day', time_zone, status_changed_at, created_at, updated_at, 1 FROM apt
       RETURNING id, starts_at
     ), flw AS (
       INSERT INTO follow_ups (tenant_id, id, kind, subject_type, subject_id, workflow_id, status, created_at, updated_at)
       SELECT $1, 'flw' || substr(id, 4), 'appointmentLifecycle', 'appointment', id, 'appointment/' || id, 'COMPLETED',
         starts_at, starts_at FROM made RETURNING id, created_at
     ), steps AS (
       INSERT INTO follow_up_steps (tenant_id, follow_up_id, step, due_at, status, happened_at)
       SELECT $1, id, 'step-' || n, created_at - n * interval '1 hour', 'DONE', created_at - n * interval '1 hour'
       FROM flw, generate_series(1, 5) n
     )
     INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at, available_at)
     SELECT $1, 'evt_' || n || substr(id, 6), 'event', 'booking.created', 'appointment', id, '{}', '{}',
       starts_at - n * interval '2 hours', starts_at FROM made, generate_series(1, 4) n`,
    [tenantId, of],
  )
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const { data, nextCursor } = await page('', world.client, String(of))
  const reads = statements.mock.calls.filter(([query]) => {
    const text = typeof query === 'string' ? query : (query as { text: string }).text
    return /FROM/.test(text) && !/api_keys|rate_limits|audit/.test(text)
  })
  statements.mockRestore()
  expect(data).toHaveLength(25)
  expect(nextCursor).not.toBeNull()
  expect(reads).toHaveLength(3)
})
