import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import {
  create,
  newAppointment,
  newChild,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from './centre.ts'

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

const SOAP = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }

describe('sessions', () => {
  test('an unscheduled one is recorded, found and corrected', async () => {
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

  test("an appointment's is opened by its start and found by its id", async () => {
    const client = await api.createTenant()
    const { id } = await newAppointment(client)
    await client.post(`/v1/appointments/${id}/start`)
    const { data } = (await client.get<Page>(`/v1/sessions?appointmentId=${id}`)).body
    expect(data).toMatchObject([{ appointmentId: id, endedAt: null }])
  })

  test.each([
    [{ endedAt: '2026-11-20T09:59:00+01:00' }, 'endedAt: before_start'],
    [{ startedAt: '2027-01-01T00:00:00Z' }, 'startedAt: in_the_future'],
    [{ endedAt: '2026-11-22T10:00:00+01:00' }, 'endedAt: too_long'],
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

describe('session notes', () => {
  test('a draft is written, changed, signed, and then stays as it is', async () => {
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
    expect(events).toEqual([
      { payload: { sessionId, noteId: draft.id, childId: session['childId'] } },
    ])

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

  test('is signed at once when asked, unless it is empty', async () => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    const path = `/v1/sessions/${id}/notes`
    expect(await create(client, path, { ...SOAP, sign: true })).toMatchObject({ status: 'SIGNED' })
    expect(refusal(await client.post(path, { sign: true }))).toEqual([409, 'conflict'])
  })

  test("of another centre's session are not there", async () => {
    const [client, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    const { id } = await newSession(client)
    expect(refusal(await stranger.get(`/v1/sessions/${id}/notes`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.post(`/v1/sessions/${id}/notes`, SOAP))).toEqual([
      404,
      'not_found',
    ])
  })

  test('that are signed are immutable in the database, even for its owner', async () => {
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

  test('a signature without its time, or a time without a signature, cannot be stored', async () => {
    const client = await api.createTenant()
    const { id } = await newSession(client)
    const note = await create(client, `/v1/sessions/${id}/notes`, SOAP)
    for (const set of [`status = 'SIGNED'`, 'signed_at = now()'])
      await expect(
        api.query(`UPDATE session_notes SET ${set} WHERE id = $1`, [note.id]),
      ).rejects.toThrow(/session_notes_signature/)
  })
})
