import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import { DEFAULT_SCOPES, type Scope } from '#platform/core/access/permissions.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { noteStateOf } from '#clinical/notes/queries.ts'
import { create, newChild, newProvider, refusal, type Resource } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const SOAP = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }

const newSession = async (client: ApiClient, more = {}) =>
  create(client, '/v1/sessions', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client)).id,
    startedAt: '2026-11-20T10:00:00+01:00',
    ...more,
  })

const newNote = async (client: ApiClient, more = {}) => {
  const session = await newSession(client)
  return create(client, `/v1/sessions/${session.id}/notes`, { ...SOAP, ...more })
}

/** A supervised therapist and a supervisor, each with a bound key, and their centre. */
const supervised = async () => {
  const centre = await api.createTenant()
  const session = await newSession(centre)
  const { id: supervisorId } = await newProvider(centre, { name: 'Dr. Senior' })
  const providerId = session['providerId'] as string
  const supervision = await create(centre, '/v1/supervisions', { providerId, supervisorId })
  const therapist = await api.createClient(centre.tenantId, { providerId })
  const supervisor = await api.createClient(centre.tenantId, { providerId: supervisorId })
  return { centre, supervisor, therapist, session, providerId, supervisorId, supervision }
}

const eventsOf = async (tenantId: string) => {
  const rows = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE kind = 'event' AND tenant_id = $1 AND type LIKE ANY ('{session_note.%,session.note%}') ORDER BY seq`,
    [tenantId],
  )
  return rows.map(({ type }) => type)
}

describe('a draft', () => {
  test('is saved continuously, and one minute of saves makes one version', async () => {
    const client = await api.createTenant()
    const note = await newNote(client, { plan: 'P0' })
    const path = `/v1/session-notes/${note.id}`
    for (const plan of ['P1', 'P2']) expect((await client.patch(path, { plan })).status).toBe(200)
    api.clock.advance(61_000)
    await client.patch(path, { plan: 'P3' })
    await client.patch(path, { plan: 'P4' })
    const { data } = (await client.get<{ data: Resource[] }>(`${path}/versions`)).body
    expect(data.map(({ version, plan }) => [version, plan])).toEqual([
      [5, 'P4'],
      [3, 'P2'],
    ])
    expect((await client.get(path)).body).toMatchObject({ plan: 'P4', version: 5 })
  })

  test('is not overwritten by a second editor, who gets a conflict', async () => {
    const client = await api.createTenant()
    const { id } = await newNote(client)
    const save = (plan: string) =>
      client.send({
        method: 'PATCH',
        path: `/v1/session-notes/${id}`,
        json: { plan },
        headers: { 'if-match': '"1"' },
      })
    expect((await save('one')).status).toBe(200)
    expect(refusal(await save('two'))).toEqual([412, 'precondition_failed'])
  })

  test('belongs to its author, and others must take it over before they save or sign', async () => {
    const author = await api.createTenant()
    const other = await api.createClient(author.tenantId)
    const { id } = await newNote(author)
    const path = `/v1/session-notes/${id}`
    expect(refusal(await other.patch(path, { plan: 'Q' }))).toEqual([403, 'wrong_signer'])
    const refused = await other.post<{ authorId: string }>(`${path}/sign`)
    expect(refusal(refused)).toEqual([403, 'wrong_signer'])
    expect(refused.body.authorId).toBe(author.clientId)

    expect((await other.post(`${path}/take-over`)).body).toMatchObject({ authorId: other.clientId })
    expect(refusal(await author.post(`${path}/sign`))).toEqual([403, 'wrong_signer'])
    expect((await other.post(`${path}/sign`)).body).toMatchObject({ status: 'SIGNED' })
  })

  test('starts with the text of its template and cannot be signed without the required parts', async () => {
    const client = await api.createTenant()
    const { id: templateId } = await create(client, '/v1/note-templates', {
      discipline: 'SPEECH_THERAPY',
      name: 'Articulation',
      sections: {
        objective: { prompt: 'Sounds, of how many tries', required: true },
        plan: { text: 'Next session: ' },
      },
    })
    const { id: sessionId } = await newSession(client)
    const path = `/v1/sessions/${sessionId}/notes`
    const note = await create(client, path, { templateId, subjective: 'S' })
    expect(note).toMatchObject({ subjective: 'S', objective: '', plan: 'Next session: ' })
    const refused = await client.post<{ missing: string[] }>(`/v1/session-notes/${note.id}/sign`)
    expect(refusal(refused)).toEqual([409, 'note_incomplete'])
    expect(refused.body.missing).toEqual(['objective'])

    await client.post(`/v1/note-templates/${templateId}/archive`)
    expect(refusal(await client.post(path, { templateId }))).toEqual([
      400,
      'invalid_reference',
      'templateId: invalid_reference',
    ])
  })
})

describe('the signature', () => {
  test('covers the content, the signer, the time and the person signed for', async () => {
    const client = await api.createTenant()
    const note = await newNote(client)
    const signed = await client.post<Resource>(`/v1/session-notes/${note.id}/sign`)
    const { body } = await client.get<Resource>(`/v1/session-notes/${note.id}/verification`)
    expect(body).toMatchObject({ valid: true, missing: [], status: 'SIGNED', addenda: [] })
    expect(body['signatures']).toMatchObject([
      {
        role: 'AUTHOR',
        signedBy: { kind: 'API_KEY', id: client.clientId, name: 'Test', sessionId: null },
        contentHash: body['contentHash'],
        signedAt: signed.body['signedAt'],
        problem: null,
      },
    ])
    expect(await eventsOf(client.tenantId)).toEqual(['session.note_added', 'session_note.signed'])
  })

  test('twice is refused', async () => {
    const client = await api.createTenant()
    const { id } = await newNote(client, { sign: true })
    const again = await client.post<{ allowed: string[] }>(`/v1/session-notes/${id}/sign`)
    expect(refusal(again)).toEqual([409, 'invalid_transition'])
    expect(again.body.allowed).toEqual(['addSessionNoteAddendum'])
    expect(refusal(await client.post(`/v1/session-notes/${id}/take-over`))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('reveals a change that bypassed the triggers', async () => {
    const client = await api.createTenant()
    const { id } = await newNote(client, { sign: true })
    for (const text of ['First.', 'Second.'])
      await create(client, `/v1/session-notes/${id}/addenda`, { text })
    const tampered = async (statement: string) => {
      await api.query('BEGIN')
      await api.query('ALTER TABLE session_notes DISABLE TRIGGER ALL')
      await api.query('ALTER TABLE session_note_addenda DISABLE TRIGGER ALL')
      await api.query('ALTER TABLE session_note_signatures DISABLE TRIGGER ALL')
      await api.query(statement, [id])
      for (const table of ['session_notes', 'session_note_addenda', 'session_note_signatures'])
        await api.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
      await api.query('COMMIT')
      const { body } = await client.get<{
        valid: boolean
        missing: string[]
        signatures: { problem: string | null }[]
        addenda: { problem: string | null }[]
      }>(`/v1/session-notes/${id}/verification`)
      return {
        valid: body.valid,
        missing: body.missing,
        signatures: body.signatures.map(({ problem }) => problem),
        addenda: body.addenda.map(({ problem }) => problem),
      }
    }
    const verified = { valid: true, missing: [], signatures: [null], addenda: [null, null] }
    expect(await tampered('SELECT $1::text')).toEqual(verified)
    expect(await tampered(`UPDATE session_notes SET plan = 'Q' WHERE id = $1`)).toEqual({
      valid: false,
      missing: [],
      signatures: ['content_changed'],
      addenda: ['chain_broken', null],
    })
    await tampered(`UPDATE session_notes SET plan = 'P' WHERE id = $1`)
    expect(
      await tampered(
        `UPDATE session_note_signatures SET actor_id = 'key_other' WHERE note_id = $1`,
      ),
    ).toMatchObject({ valid: false, signatures: ['signature_invalid'] })
    expect(await tampered(`DELETE FROM session_note_signatures WHERE note_id = $1`)).toMatchObject({
      valid: false,
      missing: ['AUTHOR'],
    })
    expect(
      await tampered(
        `UPDATE session_note_addenda SET text = 'X' WHERE note_id = $1 AND number = 1`,
      ),
    ).toMatchObject({ addenda: ['content_changed', null] })
    expect(
      await tampered(`DELETE FROM session_note_addenda WHERE note_id = $1 AND number = 1`),
    ).toMatchObject({ addenda: ['chain_broken'] })
  })
})

describe('the note of a supervised therapist', () => {
  test('awaits the supervisor, whose signature completes it', async () => {
    const { supervisor, therapist, session, providerId, supervisorId } = await supervised()
    const note = await create(therapist, `/v1/sessions/${session.id}/notes`, SOAP)
    const path = `/v1/session-notes/${note.id}`
    expect((await therapist.post(`${path}/sign`)).body).toMatchObject({
      status: 'AWAITING_COSIGN',
      supervisorId,
      signedAt: null,
    })
    expect(refusal(await therapist.patch(path, { plan: 'Q' }))).toEqual([409, 'invalid_transition'])
    expect(refusal(await therapist.post(`${path}/addenda`, { text: 'T' }))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(refusal(await therapist.post(`${path}/cosign`))).toEqual([403, 'second_person_required'])
    expect((await supervisor.post(`${path}/cosign`)).body).toMatchObject({
      status: 'SIGNED',
      signedAt: expect.any(String),
    })
    expect((await supervisor.get<Resource>(`${path}/verification`)).body).toMatchObject({
      valid: true,
      signatures: [
        { role: 'AUTHOR', providerId, onBehalf: false, signedBy: { id: therapist.clientId } },
        {
          role: 'COSIGNER',
          providerId: supervisorId,
          onBehalf: false,
          signedBy: { id: supervisor.clientId },
        },
      ],
    })
    expect(refusal(await supervisor.post(`${path}/cosign`))).toEqual([409, 'invalid_transition'])
    expect(await eventsOf(therapist.tenantId)).toEqual([
      'session.note_added',
      'session_note.awaiting_cosign',
      'session_note.signed',
    ])
  })

  test('is returned with a reason, rewritten and signed again', async () => {
    const { supervisor, therapist, session } = await supervised()
    const path = `/v1/sessions/${session.id}/notes`
    const note = await create(therapist, path, { ...SOAP, sign: true })
    const at = `/v1/session-notes/${note.id}`
    const reason = 'The plan names no date.'
    expect(refusal(await therapist.post(`${at}/return`, { reason }))).toEqual([
      403,
      'second_person_required',
    ])
    expect((await supervisor.post(`${at}/return`, { reason })).body).toMatchObject({
      status: 'DRAFT',
      returnReason: reason,
    })
    await therapist.patch(at, { plan: 'On 4 December.' })
    await therapist.post(`${at}/sign`)
    await supervisor.post(`${at}/cosign`)
    expect((await supervisor.get<Resource>(`${at}/verification`)).body).toMatchObject({
      valid: true,
      signatures: [
        { role: 'AUTHOR', revision: 1 },
        { role: 'AUTHOR', revision: 2 },
        { role: 'COSIGNER', revision: 2 },
      ],
    })
  })

  test('is co-signed with only the permission to co-sign', async () => {
    const { therapist, session, supervisorId: providerId } = await supervised()
    const path = `/v1/sessions/${session.id}/notes`
    const note = await create(therapist, path, { ...SOAP, sign: true })
    const key = (scopes: Scope[]) => api.createClient(therapist.tenantId, { providerId, scopes })
    const cosign = async (scopes: Scope[]) =>
      (await key(scopes)).post(`/v1/session-notes/${note.id}/cosign`)
    expect(refusal(await cosign(['sessions', 'children', 'admin']))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect(
      (await cosign(['cosignatures', 'sessions.read', 'signatures-on-behalf'])).body,
    ).toMatchObject({
      status: 'SIGNED',
    })
  })

  test('needs no co-signature after the supervision ended, but a pending co-signature is still due', async () => {
    const { centre, therapist, session, supervision } = await supervised()
    const path = `/v1/sessions/${session.id}/notes`
    const earlier = await create(therapist, path, { ...SOAP, sign: true })
    const end = `/v1/supervisions/${supervision.id}/end`
    expect((await centre.post(end)).status).toBe(200)
    expect(refusal(await centre.post(end))).toEqual([409, 'invalid_transition'])
    expect(await create(therapist, path, { ...SOAP, sign: true })).toMatchObject({
      status: 'SIGNED',
      supervisorId: null,
    })
    expect((await therapist.get(`/v1/session-notes/${earlier.id}`)).body).toMatchObject({
      status: 'AWAITING_COSIGN',
    })
  })

  test('has one supervisor at a time, who is another person', async () => {
    const { centre, providerId, supervisorId } = await supervised()
    expect(refusal(await centre.post('/v1/supervisions', { providerId, supervisorId }))).toEqual([
      409,
      'already_exists',
      'providerId: already_exists',
    ])
    expect(
      refusal(
        await centre.post('/v1/supervisions', {
          providerId: supervisorId,
          supervisorId,
        }),
      ),
    ).toEqual([400, 'validation_failed', 'supervisorId: same_record'])
  })
})

describe('the person signed for', () => {
  /** Every way to sign, each with a new note in the required state, and the signer. */
  const WAYS = [
    {
      way: 'sign',
      whose: 'therapist',
      prepare: async ({ centre, session }: Supervised, as: ApiClient) => {
        const note = await create(centre, `/v1/sessions/${session.id}/notes`, SOAP)
        const path = `/v1/session-notes/${note.id}`
        expect((await as.post(`${path}/take-over`)).status).toBe(200)
        return { path: `${path}/sign`, body: undefined }
      },
    },
    {
      way: 'add signed',
      whose: 'therapist',
      prepare: async ({ session }: Supervised) => ({
        path: `/v1/sessions/${session.id}/notes`,
        body: { ...SOAP, sign: true },
      }),
    },
    {
      way: 'cosign',
      whose: 'supervisor',
      prepare: async ({ therapist, session }: Supervised) => {
        const note = { ...SOAP, sign: true }
        const { id } = await create(therapist, `/v1/sessions/${session.id}/notes`, note)
        return { path: `/v1/session-notes/${id}/cosign`, body: undefined }
      },
    },
    {
      way: 'return',
      whose: 'supervisor',
      prepare: async ({ therapist, session }: Supervised) => {
        const note = { ...SOAP, sign: true }
        const { id } = await create(therapist, `/v1/sessions/${session.id}/notes`, note)
        return { path: `/v1/session-notes/${id}/return`, body: { reason: 'No date.' } }
      },
    },
    {
      way: 'add an addendum',
      whose: 'therapist',
      prepare: async ({ therapist, supervisor, session }: Supervised) => {
        const note = { ...SOAP, sign: true }
        const { id } = await create(therapist, `/v1/sessions/${session.id}/notes`, note)
        expect((await supervisor.post(`/v1/session-notes/${id}/cosign`)).status).toBe(200)
        return { path: `/v1/session-notes/${id}/addenda`, body: { text: 'Later.' } }
      },
    },
  ] as const
  type Supervised = Awaited<ReturnType<typeof supervised>>

  test.each(WAYS)('$way: the provider alone, or a key that may sign on behalf', async (it) => {
    const world = await supervised()
    const { centre, providerId, supervisorId } = world
    const key = (limits: object) => api.createClient(centre.tenantId, limits)
    const { id: thirdId } = await newProvider(centre)
    await create(centre, '/v1/care-team-members', {
      childId: world.session['childId'],
      providerId: thirdId,
      role: 'THERAPIST',
      startsAt: '2026-11-01T09:00:00Z',
    })
    const attempt = async (as: ApiClient) => {
      const { path, body } = await it.prepare(world, as)
      const answer = await as.post<Resource>(path, body)
      return answer.status < 300 ? 'done' : refusal(answer)
    }
    const own = it.whose === 'therapist' ? providerId : supervisorId
    const other = it.whose === 'therapist' ? supervisorId : providerId
    // Another key of the author's provider counts as the author.
    const others = it.whose === 'therapist' ? 'wrong_signer' : 'second_person_required'
    expect(await attempt(await key({ providerId: other }))).toEqual([403, others])
    expect(await attempt(await key({ providerId: thirdId }))).toEqual([403, 'wrong_signer'])
    const scopes = [...DEFAULT_SCOPES]
    expect(await attempt(await key({ scopes }))).toEqual([403, 'insufficient_scope'])
    expect(await attempt(await key({ scopes, providerId: own }))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect(await attempt(await key({ providerId: own }))).toBe('done')
    expect(await attempt(await key({ scopes: [...scopes, 'signatures-on-behalf'] }))).toBe('done')
  })

  test('is recorded and covered by the signature, with the one who signed on behalf', async () => {
    const { centre, therapist, session, providerId, supervisorId } = await supervised()
    const { id } = await create(therapist, `/v1/sessions/${session.id}/notes`, {
      ...SOAP,
      sign: true,
    })
    const path = `/v1/session-notes/${id}`
    expect((await centre.post(`${path}/cosign`)).status).toBe(200)
    const first = await create(therapist, `${path}/addenda`, { text: 'First.' })
    expect(first).toMatchObject({ providerId, onBehalf: false })
    const second = await create(centre, `${path}/addenda`, { text: 'Second.' })
    expect(second).toMatchObject({ providerId, onBehalf: true, authorId: centre.clientId })
    const verification = async () =>
      (
        await centre.get<{ valid: boolean; signatures: Resource[]; addenda: Resource[] }>(
          `${path}/verification`,
        )
      ).body
    expect(await verification()).toMatchObject({
      valid: true,
      signatures: [
        { role: 'AUTHOR', providerId, onBehalf: false, signedBy: { id: therapist.clientId } },
        {
          role: 'COSIGNER',
          providerId: supervisorId,
          onBehalf: true,
          signedBy: { id: centre.clientId },
        },
      ],
    })
    for (const table of ['session_note_signatures', 'session_note_addenda']) {
      await api.query('BEGIN')
      await api.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await api.query(`UPDATE ${table} SET on_behalf = false WHERE note_id = $1`, [id])
      await api.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
      await api.query('COMMIT')
    }
    const { valid, signatures, addenda } = await verification()
    expect(valid).toBe(false)
    expect(signatures.map(({ problem }) => problem)).toEqual([null, 'signature_invalid'])
    expect(addenda.map(({ problem }) => problem)).toEqual([null, 'content_changed'])
  })

  test('cannot be another provider for a bound key, even by SQL', async () => {
    const { therapist, supervisor, session, providerId } = await supervised()
    const { id } = await create(therapist, `/v1/sessions/${session.id}/notes`, {
      ...SOAP,
      sign: true,
    })
    const sign = (name: string, onBehalf: boolean) =>
      api.services.platform.database.transaction(
        {
          tenantId: therapist.tenantId,
          caseload: { providerId, at: api.clock.now() },
          centre: 'ACTIVE',
        },
        { mode: 'write' },
        (connection) => connection,
        (connection) =>
          connection.sql(
            `INSERT INTO session_note_signatures (tenant_id, id, note_id, revision, role, actor_id, provider_id,
               content_hash, session_hash, session_ended, key_id, signature, signed_at, on_behalf, signer_name)
             SELECT tenant_id, $2, note_id, revision + 1, role, actor_id, $3,
               content_hash, session_hash, session_ended, key_id, signature, signed_at, $4, signer_name FROM session_note_signatures WHERE note_id = $1`,
            [id, newId('noteSignature'), name, onBehalf],
          ),
      )
    const [{ provider_id: supervisorId } = { provider_id: '' }] = await api.query<{
      provider_id: string
    }>('SELECT provider_id FROM api_keys WHERE id = $1', [supervisor.clientId])
    await expect(sign(supervisorId, false)).rejects.toThrow(/row-level security/)
    await expect(sign(providerId, true)).rejects.toThrow(/row-level security/)
    await expect(sign(providerId, false)).resolves.toBeDefined()
  })
})

describe('addenda', () => {
  test('are chained to the note and to each other, and cannot be added to a draft', async () => {
    const client = await api.createTenant()
    const note = await newNote(client)
    const path = `/v1/session-notes/${note.id}`
    expect(refusal(await client.post(`${path}/addenda`, { text: 'Later.' }))).toEqual([
      409,
      'invalid_transition',
    ])
    await client.post(`${path}/sign`)
    const { contentHash } = (await client.get<{ contentHash: string }>(`${path}/verification`)).body
    const first = await create(client, `${path}/addenda`, { text: 'First.' })
    const second = await create(client, `${path}/addenda`, { text: 'Second.' })
    expect([first['previousHash'], second['previousHash']]).toEqual([contentHash, first['hash']])
    expect((await client.get(`${path}/addenda`)).body).toMatchObject({
      data: [first, second],
    })
    expect((await client.get(path)).body).toMatchObject({ status: 'AMENDED', plan: 'P' })
    expect((await client.get(`${path}/verification`)).body).toMatchObject({ valid: true })
  })

  test('get distinct numbers when written at the same time', async () => {
    const client = await api.createTenant()
    const { id } = await newNote(client, { sign: true })
    const texts = Array.from({ length: 5 }, (_, index) => `Addendum ${index}`)
    await Promise.all(
      texts.map((text) => create(client, `/v1/session-notes/${id}/addenda`, { text })),
    )
    expect((await client.get(`/v1/session-notes/${id}/verification`)).body).toMatchObject({
      valid: true,
      addenda: [1, 2, 3, 4, 5].map((number) => ({ number })),
    })
  })
})

describe('in the database, even for its owner,', () => {
  test('a text cannot change after the first signature', async () => {
    const { therapist, session } = await supervised()
    const path = `/v1/sessions/${session.id}/notes`
    const { id } = await create(therapist, path, { ...SOAP, sign: true })
    for (const statement of [
      `UPDATE session_notes SET plan = 'Q' WHERE id = $1`,
      `UPDATE session_notes SET status = 'SIGNED', signed_at = now(), plan = 'Q' WHERE id = $1`,
      `UPDATE session_notes SET status = 'DRAFT', supervisor_id = NULL WHERE id = $1`,
      `UPDATE session_notes SET status = 'DRAFT', revision = revision + 1, plan = 'Q' WHERE id = $1`,
      `UPDATE session_notes SET status = 'AMENDED', signed_at = now() WHERE id = $1`,
      `DELETE FROM session_notes WHERE id = $1`,
    ])
      await expect(api.query(statement, [id]), statement).rejects.toThrow(/is signed/)
    await api.query(`UPDATE session_notes SET status = 'SIGNED', signed_at = now() WHERE id = $1`, [
      id,
    ])
    for (const statement of [
      `UPDATE session_notes SET revision = 2, status = 'DRAFT', signed_at = NULL WHERE id = $1`,
      `UPDATE session_notes SET signed_at = now() + interval '1 day' WHERE id = $1`,
      `UPDATE session_notes SET template_id = NULL, return_reason = 'x' WHERE id = $1`,
    ])
      await expect(api.query(statement, [id]), statement).rejects.toThrow(/is signed/)
  })

  test('signatures and addenda cannot be changed, deleted or truncated', async () => {
    const client = await api.createTenant()
    const { id } = await newNote(client, { sign: true })
    await create(client, `/v1/session-notes/${id}/addenda`, { text: 'Later.' })
    for (const statement of [
      `UPDATE session_note_addenda SET text = 'x' WHERE note_id = $1`,
      `DELETE FROM session_note_addenda WHERE note_id = $1`,
      `UPDATE session_note_signatures SET actor_id = 'x' WHERE note_id = $1`,
      `DELETE FROM session_note_signatures WHERE note_id = $1`,
    ])
      await expect(api.query(statement, [id]), statement).rejects.toThrow(/append-only/)
    for (const table of ['session_note_addenda', 'session_note_signatures', 'session_notes'])
      await expect(api.query(`TRUNCATE ${table} CASCADE`), table).rejects.toThrow(/append-only/)
  })
})

test('a note is reported as missing after its session until it is submitted', async () => {
  const client = await api.createTenant()
  const { id } = await newSession(client)
  const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
  const state = () => read(ctx, 'sessions:read', (reader) => noteStateOf(reader, id))
  expect(await state()).toBe('NOT_AWAITED')
  await client.patch(`/v1/sessions/${id}`, { endedAt: '2026-11-20T10:45:00+01:00' })
  expect(await state()).toBe('MISSING')
  const note = await create(client, `/v1/sessions/${id}/notes`, SOAP)
  expect(await state()).toBe('MISSING')
  await client.patch(`/v1/sessions/${id}`, { attendance: 'ABSENT' })
  expect(await state()).toBe('NOT_AWAITED')
  await client.patch(`/v1/sessions/${id}`, { attendance: 'LATE' })
  await client.post(`/v1/session-notes/${note.id}/sign`)
  expect(await state()).toBe('WRITTEN')
})
