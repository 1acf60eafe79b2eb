import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoteVerification } from '#clinical/notes/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newProvider,
  refusal,
  type Resource,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** What the signatures of a note cover, even against a database owner who disables triggers. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const SOAP = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }

const centre = async (session = {}) => {
  const client = await api.createTenant()
  const { id: childId } = await newChild(client)
  const guardian = await newClient(client)
  await create(client, '/v1/guardianships', {
    childId,
    clientId: guardian.id,
    relationship: 'mother',
  })
  const { id: providerId } = await newProvider(client)
  const { id: goalId } = await create(client, '/v1/goals', {
    childId,
    area: 'Articulation',
    title: 'Says /r/ in words',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80, dueOn: '2027-03-31' },
  })
  const { id: sessionId } = await create(client, '/v1/sessions', {
    childId,
    providerId,
    startedAt: '2026-11-20T10:00:00+01:00',
    endedAt: '2026-11-20T10:45:00+01:00',
    participants: [{ role: 'GUARDIAN', clientId: guardian.id }],
    goalIds: [goalId],
    ...session,
  })
  return { client, sessionId, providerId }
}
const signedNote = async (session = {}) => {
  const at = await centre(session)
  const note = await create(at.client, `/v1/sessions/${at.sessionId}/notes`, {
    ...SOAP,
    sign: true,
  })
  return { ...at, id: note.id, path: `/v1/session-notes/${note.id}` }
}
const verify = async (client: ApiClient, path: string) =>
  (await client.get<NoteVerification>(`${path}/verification`)).body

/** As the owner of the database, with every trigger disabled. */
const around = (statement: string) =>
  api.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)

describe('a deletion', () => {
  test.each([
    ['the last addendum', (id: string) => `note_id = '${id}' AND number = 2`, 1],
    ['all addenda', (id: string) => `note_id = '${id}'`, 2],
  ])('of %s is detected', async (_, where, count) => {
    const { client, id, path } = await signedNote()
    const addenda: Resource[] = []
    for (const text of ['The dose was 5 mg.', 'Not 50.'])
      addenda.push(await create(client, `${path}/addenda`, { text }))
    expect(await verify(client, path)).toMatchObject({ valid: true, lost: [], problem: null })

    await around(`DELETE FROM session_note_addenda WHERE ${where(id)}`)
    const lost = addenda.slice(-count).map((addendum) => addendum.id)
    expect(await verify(client, path)).toMatchObject({ valid: false, lost })
    await around(`UPDATE session_notes SET status = 'SIGNED' WHERE id = '${id}'`)
    expect(await verify(client, path)).toMatchObject({ valid: false, lost })
  })

  test('of a signature is detected, even if the note claims to be a draft', async () => {
    const { client, id, path } = await signedNote()
    const [signature] = (await verify(client, path)).signatures
    await around(`DELETE FROM session_note_signatures WHERE note_id = '${id}'`)
    expect(await verify(client, path)).toMatchObject({ valid: false, missing: ['AUTHOR'] })
    await around(`UPDATE session_notes SET status = 'DRAFT', signed_at = NULL WHERE id = '${id}'`)
    expect(await verify(client, path)).toMatchObject({ valid: false, lost: [signature!.id] })
  })

  test('is shown to a key bound to a provider, which may not read the trail', async () => {
    const { client, id, path, providerId } = await signedNote()
    await create(client, `${path}/addenda`, { text: 'Later.' })
    const bound = await api.createClient(client.tenantId, {
      providerId,
      scopes: ['sessions'],
    })
    expect(await verify(bound, path)).toMatchObject({ valid: true, lost: [] })
    await around(`DELETE FROM session_note_addenda WHERE note_id = '${id}'`)
    expect(await verify(bound, path)).toMatchObject({ valid: false })
    expect((await verify(bound, path)).lost).toHaveLength(1)
  })
})

describe('a signed note whose record says draft', () => {
  const calledDraft = async () => {
    const it = await signedNote()
    await around(
      `UPDATE session_notes SET status = 'DRAFT', signed_at = NULL WHERE id = '${it.id}'`,
    )
    return it
  }

  test('fails verification', async () => {
    const { client, path } = await calledDraft()
    expect(await verify(client, path)).toMatchObject({
      status: 'DRAFT',
      valid: false,
      problem: 'status_changed',
    })
  })

  test('cannot be changed by any operation, and causes no 500', async () => {
    const { client, path, sessionId } = await calledDraft()
    const answers = [
      await client.patch(path, { plan: 'Changed after signing' }),
      await client.post(`${path}/sign`),
      await client.post(`${path}/take-over`),
      await client.post(`${path}/cosign`),
      await client.post(`${path}/return`, { reason: 'r' }),
      await client.post(`${path}/addenda`, { text: 't' }),
      await client.patch(`/v1/sessions/${sessionId}`, { attendance: 'LATE' }),
    ]
    const codes = answers.map((answer) => refusal(answer)[1])
    expect(codes).toEqual([...Array<string>(6).fill('record_altered'), 'note_signed'])
    expect((await client.get<Resource>(path)).body['plan']).toBe('P')
  })

  test('cannot be changed by SQL either', async () => {
    const { id, sessionId } = await calledDraft()
    for (const statement of [
      `UPDATE session_notes SET plan = 'Q' WHERE id = '${id}'`,
      `DELETE FROM session_notes WHERE id = '${id}'`,
    ])
      await expect(api.query(statement), statement).rejects.toThrow(/is signed/)
    await expect(
      api.query(`UPDATE sessions SET started_at = started_at - interval '1 day' WHERE id = $1`, [
        sessionId,
      ]),
    ).rejects.toThrow(/has a signed note/)
  })
})

describe('the session of a signed note', () => {
  test.each([
    ['start', `UPDATE sessions SET started_at = started_at - interval '30 days' WHERE id = '%'`],
    ['end', `UPDATE sessions SET ended_at = ended_at + interval '1 hour' WHERE id = '%'`],
    ['attendance', `UPDATE sessions SET attendance = 'LATE' WHERE id = '%'`],
    ['people', `DELETE FROM session_participants WHERE session_id = '%'`],
    ['goals', `DELETE FROM session_goals WHERE session_id = '%'`],
  ])('fails verification after a change of its %s', async (_, statement) => {
    const { client, path, sessionId } = await signedNote()
    expect(await verify(client, path)).toMatchObject({ valid: true })
    await around(statement.replace('%', sessionId))
    expect(await verify(client, path)).toMatchObject({
      valid: false,
      signatures: [{ problem: 'session_changed' }],
    })
  })

  test('may get a missing end and other billing data', async () => {
    const { client, path, sessionId } = await signedNote({ endedAt: null })
    const end = { endedAt: '2026-11-20T10:45:00+01:00' }
    expect((await client.patch(`/v1/sessions/${sessionId}`, end)).status).toBe(200)
    const billing = { billableUnits: 4 }
    expect((await client.patch(`/v1/sessions/${sessionId}`, billing)).status).toBe(200)
    expect(await verify(client, path)).toMatchObject({ valid: true })
  })

  test('cannot be replaced by a session that was not signed', async () => {
    const { client, id, path } = await signedNote()
    await around(
      `UPDATE session_note_signatures SET session_hash = content_hash WHERE note_id = '${id}'`,
    )
    expect(await verify(client, path)).toMatchObject({
      valid: false,
      signatures: [{ problem: 'signature_invalid' }],
    })
  })
})
