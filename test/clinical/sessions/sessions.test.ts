import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import {
  create,
  newAppointment,
  newChild,
  newClient,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const newSession = async (client: ApiClient, more = {}) =>
  create(client, '/v1/sessions', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client)).id,
    startedAt: '2026-11-20T10:00:00+01:00',
    ...more,
  })

const withGuardian = async (client: ApiClient) => {
  const childId = (await newChild(client)).id
  const clientId = (await newClient(client)).id
  await create(client, '/v1/guardianships', {
    childId,
    clientId,
    relationship: 'mother',
    legal: true,
  })
  return { childId, clientId }
}

const newGoal = (client: ApiClient, childId: string) =>
  create(client, '/v1/goals', {
    childId,
    area: 'Articulation',
    title: 'Says /r/ in words',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80 },
  })

const SOAP = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }

describe('sessions', () => {
  test('can be recorded unscheduled, found and corrected', async () => {
    const client = await api.createTenant()
    const session = await newSession(client)
    expect(session).toMatchObject({
      appointmentId: null,
      startedAt: '2026-11-20T09:00:00.000Z',
      endedAt: null,
      attendance: 'ATTENDED',
      billable: true,
    })
    const patched = await client.patch<Resource>(`/v1/sessions/${session.id}`, {
      endedAt: '2026-11-20T10:40:00+01:00',
      attendance: 'LEFT_EARLY',
      billable: false,
    })
    expect(patched.body).toMatchObject({
      endedAt: '2026-11-20T09:40:00.000Z',
      attendance: 'LEFT_EARLY',
      billable: false,
      version: 2,
    })
    for (const query of [
      `childId=${session['childId'] as string}`,
      `providerId=${session['providerId'] as string}`,
      'startedAt[gte]=2026-11-20T09:00:00Z&startedAt[lt]=2026-11-20T09:00:01Z',
    ])
      expect((await client.get<Page>(`/v1/sessions?${query}`)).body.data).toEqual([patched.body])
  })

  test('can be opened by the start of an appointment and found by its id', async () => {
    const client = await api.createTenant()
    const { id } = await newAppointment(client)
    await client.post(`/v1/appointments/${id}/start`)
    const { data } = (await client.get<Page>(`/v1/sessions?appointmentId=${id}`)).body
    expect(data).toMatchObject([{ appointmentId: id, endedAt: null }])
  })

  test.each([
    [{ endedAt: '2026-11-20T09:59:00+01:00' }, 'endedAt: inverted_range'],
    [{ startedAt: '2027-01-01T00:00:00Z' }, 'startedAt: in_the_future'],
    [{ endedAt: '2026-11-22T10:00:00+01:00' }, 'endedAt: range_too_long'],
  ])('%j is refused: %s', async (patch, issue) => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    expect(refusal(await client.patch(`/v1/sessions/${id}`, patch))).toEqual([
      400,
      'validation_failed',
      issue,
    ])
  })
})

describe('the content of a session', () => {
  test('keeps attendance and goals in order, replaces them as a whole, and validates them', async () => {
    const client = await api.createTenant()
    const { childId, clientId } = await withGuardian(client)
    const supervisor = await newProvider(client)
    const [first, second] = [await newGoal(client, childId), await newGoal(client, childId)]
    const participants = [
      { role: 'OTHER', title: 'Student', name: 'Jonas Beck' },
      { role: 'GUARDIAN', clientId },
      { role: 'INTERPRETER', name: 'Selin Kaya' },
      { role: 'SUPERVISOR', providerId: supervisor.id },
    ]
    const goalIds = [first.id, second.id].toSorted()
    const session = await newSession(client, { childId, participants, goalIds })
    expect(session).toMatchObject({ participants, goalIds })
    const path = `/v1/sessions/${session.id}`
    expect((await client.patch<Resource>(path, { attendance: 'LATE' })).body).toMatchObject({
      participants,
      goalIds,
    })
    const patch = { participants: [participants[1]], goalIds: [second.id] }
    const { body } = await client.patch<Resource>(path, patch)
    expect(body).toMatchObject({ ...patch, attendance: 'LATE', version: 3 })
    expect((await client.get(path)).body).toEqual(body)
    const record = await client.get<{ sessions: object[] }>(`/v1/children/${childId}/record`)
    expect(record.body.sessions).toEqual([{ ...body, notes: [] }])

    const stranger = await newClient(client)
    const foreign = await newGoal(client, (await newChild(client)).id)
    for (const [wrong, issue] of [
      [
        { participants: [{ role: 'GUARDIAN', clientId: stranger.id }] },
        'participants.0.clientId: not_a_guardian',
      ],
      [
        { participants: [{ role: 'SUPERVISOR', providerId: session['providerId'] }] },
        'participants.0.providerId: same_record',
      ],
      [{ goalIds: [first.id, foreign.id] }, 'goalIds.1: mismatch'],
    ] as const)
      expect(refusal(await client.patch(path, wrong))).toEqual([400, 'validation_failed', issue])
    expect(refusal(await client.patch(path, { goalIds: [first.id, first.id] }))[0]).toBe(400)
    expect((await client.get(path)).body).toEqual(body)
  })

  test('converts minutes to units by the rule of its service, unless units are given', async () => {
    const client = await api.createTenant()
    const { id: serviceId } = await create(client, '/v1/services', {
      code: 'SPEECH',
      name: 'Speech therapy',
      durationMinutes: 45,
      amount: 9500,
      unitRule: 'CMS_8_MINUTE',
    })
    const session = await newSession(client, { serviceId })
    expect(session).toMatchObject({ serviceId, billableUnits: null, unitsSource: null })
    const path = `/v1/sessions/${session.id}`
    const after = async (patch: object) => {
      const { body } = await client.patch<Resource>(path, patch)
      return [body['billableUnits'], body['unitsSource']]
    }
    expect(await after({ endedAt: '2026-11-20T10:37:00+01:00' })).toEqual([2, 'RULE'])
    expect(await after({ endedAt: '2026-11-20T10:38:00+01:00' })).toEqual([3, 'RULE'])
    expect(await after({ billableUnits: 5 })).toEqual([5, 'MANUAL'])
    expect(await after({ endedAt: '2026-11-20T11:00:00+01:00' })).toEqual([5, 'MANUAL'])
    expect(await after({ billableUnits: null })).toEqual([4, 'RULE'])
    expect(await after({ attendance: 'ABSENT' })).toEqual([0, 'RULE'])
    expect(await after({ serviceId: null })).toEqual([null, null])
  })

  test('copies the service of its appointment, and has units once it is completed', async () => {
    const client = await api.createTenant()
    const { id } = await newAppointment(client)
    const [service] = (await client.get<Page>('/v1/services')).body.data
    const serviceId = service!.id
    await client.patch(`/v1/services/${serviceId}`, { unitRule: 'COMPLETED_UNITS' })
    const units = async (id: string) => {
      const { data } = (await client.get<Page>(`/v1/sessions?appointmentId=${id}`)).body
      return [data[0]!['serviceId'], data[0]!['billableUnits']]
    }
    await client.post(`/v1/appointments/${id}/check-in`)
    await client.post(`/v1/appointments/${id}/complete`)
    expect(await units(id)).toEqual([serviceId, 3])
    await client.post(`/v1/appointments/${id}/undo`)
    expect(await units(id)).toEqual([serviceId, null])
    // It was planned for the future and ends now, so no time was spent.
    await client.post(`/v1/appointments/${id}/complete`)
    expect(await units(id)).toEqual([serviceId, 0])
  })
})

describe('after its note is signed', () => {
  test('the facts of a session are locked in the API and in the database, but its billing data is not', async () => {
    const client = await api.createTenant()
    const { childId, clientId } = await withGuardian(client)
    const goal = await newGoal(client, childId)
    const session = await newSession(client, { childId, goalIds: [goal.id] })
    const path = `/v1/sessions/${session.id}`
    const note = await create(client, `${path}/notes`, { ...SOAP, sign: true })
    // Signed before its end was recorded: adding the end is not a change.
    const endedAt = '2026-11-20T10:45:00+01:00'
    expect((await client.patch(path, { endedAt })).status).toBe(200)
    for (const patch of [
      { startedAt: '2026-11-20T10:05:00+01:00' },
      { endedAt: '2026-11-20T10:50:00+01:00', billable: false },
      { attendance: 'LATE' },
      { participants: [{ role: 'GUARDIAN', clientId }] },
      { goalIds: [] },
    ]) {
      const answer = await client.patch<{ noteId: string; locked: string[] }>(path, patch)
      expect(refusal(answer)).toEqual([409, 'note_signed'])
      expect(answer.body).toMatchObject({ noteId: note.id, locked: [Object.keys(patch)[0]] })
    }
    expect((await client.patch(path, { billable: false, billableUnits: 2 })).body).toMatchObject({
      billable: false,
      billableUnits: 2,
      endedAt: '2026-11-20T09:45:00.000Z',
    })
    for (const statement of [
      `UPDATE sessions SET started_at = started_at - interval '1 minute' WHERE id = $1`,
      `UPDATE sessions SET ended_at = NULL WHERE id = $1`,
      `UPDATE sessions SET attendance = 'ABSENT' WHERE id = $1`,
      'DELETE FROM session_goals WHERE session_id = $1',
      `INSERT INTO session_participants (tenant_id, session_id, position, role, name)
       SELECT tenant_id, id, 0, 'INTERPRETER', 'Selin Kaya' FROM sessions WHERE id = $1`,
    ])
      await expect(api.query(statement, [session.id]), statement).rejects.toThrow(/signed note/)
  })

  test('a session awaiting a co-signature is locked too, and unlocks when the note is returned', async () => {
    const client = await api.createTenant()
    const author = await api.createClient(client.tenantId)
    const session = await newSession(client)
    const { id: supervisorId } = await newProvider(client)
    await create(client, '/v1/supervisions', { providerId: session['providerId'], supervisorId })
    const path = `/v1/sessions/${session.id}`
    const note = await create(author, `${path}/notes`, { ...SOAP, sign: true })
    const late = { attendance: 'LATE' }
    expect(refusal(await client.patch(path, late))).toEqual([409, 'note_signed'])
    await client.post(`/v1/session-notes/${note.id}/return`, { reason: 'Say more.' })
    expect((await client.patch(path, late)).status).toBe(200)
  })
})

describe('session notes', () => {
  test('are drafted, changed, signed, and then fixed', async () => {
    const client = await api.createTenant()
    const { id: sessionId, ...session } = await newSession(client)
    const draft = await create(client, `/v1/sessions/${sessionId}/notes`, { subjective: 'S' })
    expect(draft).toMatchObject({
      sessionId,
      status: 'DRAFT',
      subjective: 'S',
      plan: '',
      authorId: client.clientId,
      signedAt: null,
    })
    const events = await api.query(
      `SELECT payload FROM outbox WHERE type = 'session.note_added' AND tenant_id = $1`,
      [client.tenantId],
    )
    const { childId, providerId } = session
    const facts = { sessionId, noteId: draft.id, childId, providerId }
    expect(events).toMatchObject([{ payload: facts }])

    const path = `/v1/session-notes/${draft.id}`
    expect((await client.patch(path, { plan: 'P' })).body).toMatchObject({ plan: 'P', version: 2 })
    const signed = await client.post<Resource>(`${path}/sign`)
    expect(signed.body).toMatchObject({ status: 'SIGNED', signedAt: expect.any(String) })

    expect(refusal(await client.patch(path, { plan: 'Q' }))).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.post(`${path}/sign`))).toEqual([409, 'invalid_transition'])
    expect((await client.get(`/v1/sessions/${sessionId}/notes`)).body).toEqual({
      data: [signed.body],
      nextCursor: null,
      hasMore: false,
    })
  })

  test('are signed immediately on request, unless they are empty', async () => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    const path = `/v1/sessions/${id}/notes`
    expect(await create(client, path, { ...SOAP, sign: true })).toMatchObject({ status: 'SIGNED' })
    expect(refusal(await client.post(path, { sign: true }))).toEqual([409, 'note_empty'])
  })

  test('of a session in another centre are not found', async () => {
    const [client, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    const { id } = await newSession(client)
    expect(refusal(await stranger.get(`/v1/sessions/${id}/notes`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.post(`/v1/sessions/${id}/notes`, SOAP))).toEqual([
      404,
      'not_found',
    ])
  })

  test('cannot be changed in the database once signed, even by its owner', async () => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    const note = await create(client, `/v1/sessions/${id}/notes`, { ...SOAP, sign: true })
    const change = (statement: string) => api.query(statement, [note.id])
    for (const statement of [
      `UPDATE session_notes SET plan = 'Q' WHERE id = $1`,
      `UPDATE session_notes SET status = 'DRAFT', signed_at = NULL WHERE id = $1`,
      `UPDATE session_notes SET signed_at = now() WHERE id = $1`,
      `UPDATE session_notes SET author_id = 'somebody' WHERE id = $1`,
      `UPDATE session_notes SET status = 'AMENDED', assessment = 'B' WHERE id = $1`,
      'DELETE FROM session_notes WHERE id = $1',
    ])
      await expect(change(statement), statement).rejects.toThrow(/is signed/)
    await change(`UPDATE session_notes SET status = 'AMENDED' WHERE id = $1`)
    await expect(
      change(`UPDATE session_notes SET status = 'SIGNED' WHERE id = $1`),
    ).rejects.toThrow(/is signed/)
  })

  test('cannot have a signature without its time, or a time without a signature', async () => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    const note = await create(client, `/v1/sessions/${id}/notes`, SOAP)
    for (const set of [`status = 'SIGNED'`, 'signed_at = now()'])
      await expect(
        api.query(`UPDATE session_notes SET ${set} WHERE id = $1`, [note.id]),
      ).rejects.toThrow(/session_notes_signature/)
  })
})
