import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RecordChange } from '#vocabulary/resource.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import { EVENTS, type EventType } from '#webhooks/events/event-types.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'
import { callerOf } from './callers.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type Json, type World } from './world.ts'

/** The events about changed records, for every kind that announces its changes. */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

/** Bookkeeping members, which every change updates. */
const KEPT = new Set(['updatedAt', 'version'])

const KINDS = Object.entries(RECORDS)
  .filter(([, { announced }]) => announced)
  .map(([kind, { announced }]) => ({ kind, changes: announced!.events }))

/** The name of a kind in events. */
const nameOf = (kind: string) => RECORDS[kind as keyof typeof RECORDS].announced!.as ?? kind

/** Operations on another record, which return that one: they change a record of the kind with it. */
const OF_OTHER_RECORDS = new Set(['lockPeriod', 'unlockPeriod', 'recordIfspSignature'])

/** Operations on one record that promise such an event and return the record. */
const announcing = (kind: string, change: RecordChange): Operation[] =>
  operations.filter(
    ({ id, path, events = [] }) =>
      !OF_OTHER_RECORDS.has(id) &&
      (path.includes('{id}') || kind === 'tenant') &&
      events.length === 1 &&
      String(events[0]) === `${nameOf(kind)}.${change}`,
  )

const UPDATES = KINDS.flatMap(({ kind }) =>
  announcing(kind, 'updated').map((operation) => ({ kind, id: operation.id, operation })),
)
const MOVES = KINDS.filter(({ changes }) => changes.includes('archived')).flatMap(({ kind }) =>
  (['archived', 'restored'] as const).flatMap((change) =>
    announcing(kind, change).map((operation) => ({ kind, change, id: operation.id, operation })),
  ),
)

const send = async (operation: Operation, call: Call) =>
  (await callerOf(operation, world)).send(requestOf(operation, call))

const record = async ({ path }: Operation, { params }: Call): Promise<Json> => {
  // The logo is a member of the settings.
  const own = path.replace(/\/logo$/, '')
  const at = params ? own.slice(0, own.indexOf('{id}')) + params['id']! : own
  return (await world.client.send({ method: 'GET', path: at })).body as Json
}

const eventsOf = ({ headers }: ApiAnswer) =>
  api.query<{ type: string; payload: Json; subject_type: string; subject_id: string }>(
    `SELECT type, payload, subject_type, subject_id FROM outbox
     WHERE request_id = $1 AND kind = 'event' ORDER BY seq`,
    [headers.get('x-request-id')],
  )

const differing = (before: Json, after: Json) =>
  Object.keys(after)
    .filter((member) => !KEPT.has(member))
    .filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .toSorted()

test('every kind that announces its changes has operations that change it', () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(9)
  expect([...new Set(UPDATES.map(({ kind }) => kind))]).toEqual(KINDS.map(({ kind }) => kind))
  const archivable = KINDS.filter(({ changes }) => changes.includes('archived'))
  expect(MOVES).toHaveLength(2 * archivable.length)
  // Every one of these that can be archived announces it.
  const archived = operations
    .map(({ id }) => /^archive(\w+)$/.exec(id)?.[1]?.replace(/^./, (it) => it.toLowerCase()))
    .filter((kind) => KINDS.some((it) => it.kind === kind))
  expect(new Set(archived)).toEqual(new Set(archivable.map(({ kind }) => kind)))
})

describe.each(UPDATES)('$id', ({ kind, operation }) => {
  test('announces exactly the changed members, by ids and names only', async () => {
    const call = await validCall(operation, world)
    const before = await record(operation, call)
    const answer = await send(operation, call)
    expect(answer.status, answer.text).toBe(200)
    const after = await record(operation, call)
    const [event, ...others] = await eventsOf(answer)
    expect(others).toEqual([])
    const subjectId = call.params?.['id'] ?? world.client.tenantId
    const { changedMembers, ...ids } = event!.payload as { changedMembers: string[] }
    expect(changedMembers.toSorted()).toEqual(differing(before, after))
    const { ids: named = [], optionalIds = [] } = RECORDS[kind as keyof typeof RECORDS].announced!
    const members = [...named, ...optionalIds].filter((member) => after[member] !== null)
    expect(ids).toEqual({
      [`${kind}Id`]: subjectId,
      ...Object.fromEntries(members.map((member) => [member, after[member]])),
    })
    expect(event).toMatchObject({
      type: `${nameOf(kind)}.updated`,
      subject_type: kind,
      subject_id: subjectId,
    })
  })
})

describe.each(UPDATES.filter(({ operation }) => operation.method === 'patch'))(
  '$id',
  ({ operation }) => {
    test('announces nothing if nothing changes', async () => {
      const call = await validCall(operation, world)
      expect((await send(operation, call)).status).toBe(200)
      const again = await send(operation, call)
      expect(again.status, again.text).toBe(200)
      expect(await eventsOf(again)).toEqual([])
    })
  },
)

describe.each(MOVES)('$id', ({ kind, change, operation }) => {
  test('announces the change once, and nothing if nothing changes', async () => {
    const call = await validCall(operation, world)
    const events = await eventsOf(await send(operation, call))
    expect(events).toMatchObject([
      { type: `${nameOf(kind)}.${change}`, subject_id: call.params!['id'] },
    ])
    expect(Object.keys(events[0]!.payload)).not.toContain('changedMembers')
    expect(await eventsOf(await send(operation, call))).toEqual([])
  })
})

describe('the members of events', () => {
  /** Optional members that the scenario's record lacks. */
  const WITHOUT_APPOINTMENT = ['appointmentId', 'locationId', 'serviceId']
  const ELSEWHERE: Record<string, readonly string[]> = {
    'assessment.completed': ['administeredBy'],
    'assessment.corrected': ['administeredBy'],
    'credit.prepaid': ['payerId'],
    'form_response.submitted': ['clientId'],
    'lead.converted': ['locationId'],
    'lead.created': ['locationId'],
    'lead.lost': ['locationId'],
    'lead.matched': ['locationId'],
    'lead.qualified': ['locationId'],
    'session.note_added': WITHOUT_APPOINTMENT,
    'session.updated': ['appointmentId', 'serviceId'],
    'session_note.amended': WITHOUT_APPOINTMENT,
    'session_note.returned': WITHOUT_APPOINTMENT,
    'session_note.signed': WITHOUT_APPOINTMENT,
  }

  test('are all sent, including optional ones', async () => {
    const sent = new Map<string, Set<string>>()
    for (const operation of operations.filter(({ events }) => events?.length)) {
      const answer = await send(operation, await validCall(operation, world))
      expect(answer.status, `${operation.id}: ${answer.text}`).toBe(operation.status)
      for (const { type, payload } of await eventsOf(answer))
        sent.set(type, new Set([...(sent.get(type) ?? []), ...Object.keys(payload)]))
    }
    expect(sent.size).toBeGreaterThan(70)
    const missing = [...sent].flatMap(([type, members]) => {
      const all = Object.keys(EVENTS[type as EventType].payload.shape)
      const never = all.filter((member) => !members.has(member))
      return never.length > 0 ? [[type, never] as const] : []
    })
    expect(Object.fromEntries(missing)).toEqual(ELSEWHERE)
  })
})
