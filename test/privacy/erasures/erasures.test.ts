import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Erasure } from '#privacy/erasures/schemas.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { create, newChild, refusal } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import {
  advance,
  aFamily,
  ask,
  asked,
  newOrder,
  reason,
  scheduled,
  shown,
} from './erasure-family.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

describe('a dry run', () => {
  test('lists what is deleted and what stays, with rule and date, and changes nothing', async () => {
    const { centre, child } = await aFamily(api)
    const order = await newOrder(centre, child.id)
    const { body, status, headers } = await ask(centre, { childId: child.id }, '?dryRun=true')
    expect([status, headers.get('location')]).toEqual([200, null])
    expect(body).toMatchObject({ dryRun: true, id: null, status: 'AWAITING_APPROVAL' })
    expect(body.blockers).toEqual([{ kind: 'ORDER', id: order.id }])
    const of = (kind: string) => body.records.filter((it) => it.kind === kind)
    const endsAt = '2046-04-29T22:00:00.000Z'
    expect(of('session_notes')).toEqual([
      {
        kind: 'session_notes',
        count: 1,
        action: 'REMOVE',
        columns: null,
        rule: 'CLINICAL',
        endsAt,
      },
    ])
    expect(of('order_lines')).toMatchObject([
      { action: 'EMPTY', columns: ['description'], endsAt: '2034-12-31T23:00:00.000Z' },
    ])
    expect(of('sessions')).toMatchObject([{ action: 'KEEP', rule: 'NAMELESS', endsAt: null }])
    expect(of('children')).toMatchObject([
      { action: 'EMPTY', columns: ['alerts', 'label_ids'], rule: 'AT_ONCE', endsAt: null },
      { action: 'EMPTY', rule: 'LAST', endsAt },
    ])
    expect(of('pets')).toEqual([])
    expect((await centre.get<{ data: [] }>('/v1/erasures')).body.data).toEqual([])
  })
})

describe('an erasure', () => {
  test('waits for a second person, can be cancelled until it starts, and runs once at a time', async () => {
    const { centre, child } = await aFamily(api)
    const first = await asked(centre, { childId: child.id, requester: 'The mother, by letter' })
    expect(first).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvedBy: null,
      startsAt: null,
      steps: { done: 0 },
      reason,
    })
    expect(refusal(await ask(centre, { childId: child.id }))).toEqual([
      409,
      'already_exists',
      'childId: already_exists',
    ])
    expect(await advance(api, centre, first.id)).toBeNull()
    const path = `/v1/erasures/${first.id}`
    expect(refusal(await centre.post(`${path}/approve`))).toEqual([403, 'second_person_required'])
    const another = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const { body: approved } = await another.post<Erasure>(`${path}/approve`)
    expect(approved).toMatchObject({ status: 'SCHEDULED', approvedBy: another.user.id })
    const { approvedAt, startsAt } = approved
    expect(Date.parse(startsAt!) - Date.parse(approvedAt!)).toBe(7 * DAY_MS)
    expect(refusal(await another.post(`${path}/approve`))).toEqual([409, 'invalid_transition'])
    expect(await advance(api, centre, first.id)).toEqual({ step: 'start', dueAt: startsAt })
    expect((await centre.post(`${path}/cancel`)).body).toMatchObject({ status: 'CANCELLED' })
    expect(await advance(api, centre, first.id)).toBeNull()
    expect(refusal(await centre.post(`${path}/cancel`))).toEqual([409, 'invalid_transition'])
    const second = await asked(centre, { childId: child.id })
    const list = await centre.get<{ data: Erasure[] }>(
      `/v1/erasures?childId=${child.id}&status=AWAITING_APPROVAL`,
    )
    expect(list.body.data.map(({ id }) => id)).toEqual([second.id])
    expect((await centre.post(`/v1/erasures/${second.id}/cancel`)).status).toBe(200)
  })

  test('cannot be approved while something is open, or by its requester, even in the database', async () => {
    const { centre, child } = await aFamily(api)
    const { id } = await asked(centre, { childId: child.id })
    const order = await newOrder(centre, child.id)
    const another = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    expect((await another.post(`/v1/erasures/${id}/approve`)).body).toMatchObject({
      code: 'erasure_blocked',
      blockers: [{ kind: 'ORDER', id: order.id }],
    })
    const approve = (by: string) =>
      api.query(
        `UPDATE erasures SET status = 'SCHEDULED', starts_at = now(), approved_at = now(), approved_by = ${by} WHERE id = $1`,
        [id],
      )
    await expect(approve('created_by')).rejects.toThrow('erasures_by_two')
    await expect(approve('NULL')).rejects.toThrow('erasures_approved')
  })

  test('deletes what it may, restricts the rest, and continues after the retention', async () => {
    const { centre, child, note, session, providerId } = await aFamily(api)
    const booking = { childId: child.id, providerId, type: 'INTAKE', durationMinutes: 45 }
    const startsAt = '2026-12-01T10:00:00+01:00'
    const { id: bookingId } = await create(centre, '/v1/appointments', {
      ...booking,
      startsAt,
      notes: 'Walks with help',
    })
    const cancelled = { initiator: 'CLIENT', reason: 'In hospital' }
    await centre.post(`/v1/appointments/${bookingId}/cancel`, cancelled)
    const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
    const until = '2046-04-29T22:00:00.000Z'
    expect(await advance(api, centre, id)).toEqual({ step: 'erase', dueAt: until })
    const retaining = await shown(centre, id)
    expect(retaining).toMatchObject({ status: 'RETAINING', retentionEndsAt: until, reason })
    expect(retaining.retained.map(({ rule }) => rule)).toEqual(['CLINICAL', 'LAST'])
    expect(retaining.steps.done).toBe(retaining.steps.total)
    const kept = retaining.retained[0]!.records.map(({ kind }) => kind)
    expect(kept).toContain('session_note_signatures')
    expect((await centre.get(`/v1/children/${child.id}`)).body).toMatchObject({
      alerts: [],
      firstName: 'Lena',
      archivedAt: expect.any(String),
      restrictedAt: expect.any(String),
    })
    expect(refusal(await centre.patch(`/v1/children/${child.id}`, { lastName: 'Klein' }))).toEqual([
      409,
      'processing_restricted',
    ])
    for (const path of [`/v1/children/${child.id}/restore`, `/v1/erasures/${id}/cancel`])
      expect((await centre.post(path)).status).toBe(409)
    // It still waits after another check.
    expect(await advance(api, centre, id)).toEqual({ step: 'erase', dueAt: until })

    const now = api.clock.now()
    api.clock.set('2046-04-30T00:00:01Z')
    try {
      expect(await advance(api, centre, id)).toBeNull()
      expect(await advance(api, centre, id)).toBeNull()
    } finally {
      api.clock.set(now)
    }
    expect(await shown(centre, id)).toMatchObject({
      status: 'COMPLETED',
      reason: null,
      retained: [],
      erased: { session_notes: 1, session_note_signatures: 1, children: 2 },
    })
    expect((await centre.get(`/v1/children/${child.id}`)).body).toMatchObject({
      firstName: '[erased]',
      birthDate: '2021-01-01',
    })
    expect((await centre.get(`/v1/session-notes/${note.id}`)).status).toBe(404)
    // Dates and billed amounts still count.
    expect((await centre.get(`/v1/appointments/${bookingId}`)).body).toMatchObject({
      startsAt,
      notes: null,
      cancellation: { initiator: 'CLIENT', reason: '[erased]' },
    })
    expect((await centre.get(`/v1/sessions/${session.id}`)).status).toBe(200)
    const events = await api.query<{ type: string; payload: object }>(
      `SELECT type, payload FROM outbox WHERE tenant_id = $1 AND type LIKE 'erasure.%' ORDER BY seq`,
      [centre.tenantId],
    )
    expect(events.map(({ type }) => type)).toEqual([
      'erasure.requested',
      'erasure.scheduled',
      'erasure.completed',
    ])
    const named = { erasureId: id, childId: child.id, clientId: null }
    expect([events[0]!.payload, events[2]!.payload]).toEqual([named, named])
    // Data without retention is deleted twenty years earlier: the record of the child shows it immediately.
    const ofChild = await api.query<{ type: string; payload: { changedMembers?: string[] } }>(
      `SELECT type, payload FROM outbox WHERE subject_id = $1 AND type LIKE 'child.%' ORDER BY seq`,
      [child.id],
    )
    expect(ofChild.slice(1).map(({ type, payload }) => [type, payload.changedMembers])).toEqual([
      ['child.archived', undefined],
      ['child.updated', ['restrictedAt']],
      ['child.updated', ['alerts']],
      ['child.updated', ['firstName', 'lastName', 'birthDate']],
    ])
  })

  test('continues while the file store is unavailable, and does not end before the files are deleted', async () => {
    const { centre, child } = await aFamily(api)
    const { files } = api.services.platform
    const { id: exportId } = await create(centre, '/v1/person-exports', { childId: child.id })
    const key = `${centre.tenantId}/${exportId}`
    await files.put(key, Buffer.from('an archive'), 'application/zip')
    await api.query(
      `UPDATE person_exports SET status = 'READY', ready_at = now(), expires_at = now(), storage_key = $3
       WHERE tenant_id = $1 AND id = $2`,
      [centre.tenantId, exportId, key],
    )
    const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
    const remove = files.remove.bind(files)
    files.remove = () => Promise.reject(new Error('the store is away'))
    await expect(advance(api, centre, id)).rejects.toThrow('the store is away')
    files.remove = remove
    const stuck = await shown(centre, id)
    expect(stuck.status).toBe('RUNNING')
    expect(stuck.steps.done).toBeGreaterThan(0)
    expect(await files.exists(key)).toBe(true)
    expect(await advance(api, centre, id)).toMatchObject({ step: 'erase' })
    expect((await shown(centre, id)).erased['person_exports']).toBe(1)
    expect(await files.exists(key)).toBe(false)
  })

  test('waits another day if something is open after its grace period', async () => {
    const { centre, child } = await aFamily(api)
    const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
    const order = await newOrder(centre, child.id)
    expect(await advance(api, centre, id)).toMatchObject({ step: 'start' })
    const blocked = await shown(centre, id)
    expect(blocked).toMatchObject({
      status: 'SCHEDULED',
      blockers: [{ kind: 'ORDER', id: order.id }],
    })
    expect(Date.parse(blocked.startsAt!)).toBeGreaterThan(api.clock.now().getTime() + DAY_MS / 2)
  })

  test('includes merged records of a child, and is requested through the surviving one', async () => {
    const { centre, child } = await aFamily(api)
    const duplicate = await newChild(centre, { firstName: 'Lenna' })
    await create(centre, `/v1/children/${child.id}/merge`, { duplicateId: duplicate.id })
    expect(refusal(await ask(centre, { childId: duplicate.id }))).toEqual([409, 'child_merged'])
    await centre.patch('/v1/retention-policy', { childUntilAge: null, clinicalYears: 3 })
    const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
    const third = await newChild(centre)
    expect(
      refusal(await centre.post(`/v1/children/${third.id}/merge`, { duplicateId: child.id })),
    ).toEqual([409, 'erasure_open'])
    const now = api.clock.now()
    api.clock.set('2029-11-20T10:00:00Z')
    try {
      expect(await advance(api, centre, id)).toBeNull()
    } finally {
      api.clock.set(now)
    }
    const names = await api.query<{ name: string }>(
      `SELECT first_name AS name FROM children WHERE id = ANY ($1)`,
      [[child.id, duplicate.id]],
    )
    expect(names).toEqual([{ name: '[erased]' }, { name: '[erased]' }])
  })

  test('of a client waits for guardianships to end, and keeps the records of children', async () => {
    const { centre, child, guardian, guardianship } = await aFamily(api)
    const consent = await create(centre, '/v1/consents', {
      childId: child.id,
      grantedById: guardian.id,
      kind: 'TREATMENT',
      grantedAt: '2026-11-20T10:00:00+01:00',
      evidence: 'Signed on paper',
    })
    const refused = await ask(centre, { clientId: guardian.id })
    expect(refused.body).toMatchObject({
      code: 'erasure_blocked',
      blockers: [{ kind: 'GUARDIANSHIP', id: guardianship.id }],
    })
    await centre.post(`/v1/guardianships/${guardianship.id}/end`)
    const { id } = await scheduled(api, centre, { clientId: guardian.id, graceDays: 0 })
    expect(await advance(api, centre, id)).toMatchObject({ dueAt: '2046-04-29T22:00:00.000Z' })
    expect((await centre.get(`/v1/clients/${guardian.id}`)).body).toMatchObject({
      name: 'Mara Weiss',
      email: null,
      phone: null,
    })
    // The record of the child keeps its references, and no new ones are possible.
    const { id: survivorId } = await newChild(centre)
    await create(centre, `/v1/children/${survivorId}/merge`, { duplicateId: child.id })
    expect((await centre.get(`/v1/consents/${consent.id}`)).body).toMatchObject({
      childId: survivorId,
      evidence: 'Signed on paper',
    })
    const again = { childId: survivorId, clientId: guardian.id, relationship: 'mother' }
    expect((await centre.post('/v1/guardianships', { ...again, legal: true })).status).not.toBe(201)
  })

  test('of a person who never attended leaves only a number', async () => {
    const centre = await api.createTenant()
    const child = await newChild(centre)
    const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
    expect(await advance(api, centre, id)).toBeNull()
    expect((await centre.get(`/v1/children/${child.id}`)).body).toMatchObject({
      lastName: '[erased]',
    })
  })
})
