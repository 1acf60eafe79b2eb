import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Addendum, NoteVerification, SessionNote } from '#clinical/notes/schemas.ts'
import { create, newChild, newProvider, refusal } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Notes of signed-in people: who writes, who signs, and what the record says. */

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const SOAP = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }

const sessionHeld = async () => {
  const { id: providerId } = await newProvider(centre)
  const { id: sessionId } = await create(centre, '/v1/sessions', {
    childId: (await newChild(centre)).id,
    providerId,
    startedAt: '2026-11-20T10:00:00+01:00',
  })
  return { sessionId, providerId }
}
const joinAsTherapist = (providerId: string) =>
  joinAs(api, centre, { roles: ['THERAPIST'], providerId })
const verificationOf = async (id: string) =>
  (await centre.get<NoteVerification>(`/v1/session-notes/${id}/verification`)).body

describe('a therapist', () => {
  test('can write, sign and amend their own note, and the record names the therapist and their session', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const therapist = await joinAsTherapist(providerId)
    const { id: userId } = therapist.user
    const { sessionId: signedIn } = await therapist.readMe()
    const { body: draft } = await therapist.post<SessionNote>(
      `/v1/sessions/${sessionId}/notes`,
      SOAP,
    )
    expect(draft).toMatchObject({ status: 'DRAFT', authorId: userId })
    const listed = await therapist.get<{ data: SessionNote[] }>(
      `/v1/session-notes?authorId=${userId}`,
    )
    expect(listed.body.data.map(({ id }) => id)).toEqual([draft.id])

    const path = `/v1/session-notes/${draft.id}`
    expect((await therapist.post(`${path}/sign`)).body).toMatchObject({ status: 'SIGNED' })
    const signedBy = { kind: 'USER', id: userId, name: therapist.user.name, sessionId: signedIn }
    expect(
      (await therapist.post<Addendum>(`${path}/addenda`, { text: 'Later.' })).body,
    ).toMatchObject({ authorId: userId, signedBy, providerId, onBehalf: false })
    expect((await centre.patch(`/v1/users/${userId}`, { name: 'Married' })).status).toBe(200)
    expect(await verificationOf(draft.id)).toMatchObject({
      valid: true,
      signatures: [{ role: 'AUTHOR', signedBy, providerId, onBehalf: false }],
    })
  })

  test.each([
    ['signer_name', 'Somebody else'],
    ['signer_session_id', 'uss_01m7zavmhde4es2ts9few7fzev'],
  ])('is named in the signature, so another %s fails verification', async (column, forged) => {
    const { sessionId, providerId } = await sessionHeld()
    const therapist = await joinAsTherapist(providerId)
    const { body: note } = await therapist.post<SessionNote>(`/v1/sessions/${sessionId}/notes`, {
      ...SOAP,
      sign: true,
    })
    await therapist.post(`/v1/session-notes/${note.id}/addenda`, { text: 'Later.' })
    expect((await verificationOf(note.id)).valid).toBe(true)
    for (const table of ['session_note_signatures', 'session_note_addenda'])
      await api.query(
        `BEGIN; SET LOCAL session_replication_role = replica;
         UPDATE ${table} SET ${column} = '${forged}' WHERE note_id = '${note.id}'; COMMIT`,
      )
    expect(await verificationOf(note.id)).toMatchObject({
      valid: false,
      signatures: [{ problem: 'signature_invalid' }],
      addenda: [{ problem: 'content_changed' }],
    })
  })

  test('cannot sign the draft of a key without taking it over', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const therapist = await joinAsTherapist(providerId)
    const draft = await create(centre, `/v1/sessions/${sessionId}/notes`, SOAP)
    const path = `/v1/session-notes/${draft.id}`
    expect(refusal(await therapist.post(`${path}/sign`))).toEqual([403, 'wrong_signer'])
    expect((await therapist.post(`${path}/take-over`)).body).toMatchObject({
      authorId: therapist.user.id,
    })
    expect((await therapist.post(`${path}/sign`)).body).toMatchObject({ status: 'SIGNED' })
  })
})

describe('a supervisor', () => {
  test('co-signs as the person named by the note, which no other supervisor can do', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const { id: supervisorId } = await newProvider(centre)
    const { id: otherId } = await newProvider(centre)
    await create(centre, '/v1/supervisions', { providerId, supervisorId })
    const therapist = await joinAsTherapist(providerId)
    const supervisor = await joinAs(api, centre, {
      roles: ['SUPERVISOR'],
      providerId: supervisorId,
    })
    const owner = await joinAs(api, centre, { roles: ['OWNER'], providerId: otherId })
    const { body: note } = await therapist.post<SessionNote>(`/v1/sessions/${sessionId}/notes`, {
      ...SOAP,
      sign: true,
    })
    const path = `/v1/session-notes/${note.id}`
    expect(refusal(await therapist.post(`${path}/cosign`))).toEqual([403, 'insufficient_role'])
    expect(refusal(await owner.post(`${path}/cosign`))).toEqual([403, 'wrong_signer'])
    expect(refusal(await owner.post(`${path}/return`, { reason: 'No.' }))).toEqual([
      403,
      'wrong_signer',
    ])
    expect((await supervisor.post(`${path}/cosign`)).body).toMatchObject({ status: 'SIGNED' })
    expect(await verificationOf(note.id)).toMatchObject({
      valid: true,
      signatures: [
        { role: 'AUTHOR', signedBy: { id: therapist.user.id } },
        { role: 'COSIGNER', signedBy: { id: supervisor.user.id }, providerId: supervisorId },
      ],
    })
  })
})

describe('a stand-in for a supervisor', () => {
  const noteOfSupervised = async () => {
    const { sessionId, providerId } = await sessionHeld()
    const { id: supervisorId } = await newProvider(centre)
    await create(centre, '/v1/supervisions', { providerId, supervisorId })
    const therapist = await joinAsTherapist(providerId)
    const { body: note } = await therapist.post<SessionNote>(`/v1/sessions/${sessionId}/notes`, {
      ...SOAP,
      sign: true,
    })
    return { path: `/v1/session-notes/${note.id}`, id: note.id, providerId, supervisorId }
  }
  const joinAsSupervisor = async (providerId?: string) =>
    joinAs(api, centre, {
      roles: ['SUPERVISOR'],
      providerId: providerId ?? (await newProvider(centre)).id,
    })
  const DAY = 24 * 60 * 60_000
  const inDays = (days: number) => new Date(api.clock.now().getTime() + days * DAY).toISOString()

  test('sees the team and co-signs for the agreed time, and the signature names the supervisor', async () => {
    const { path, id, supervisorId } = await noteOfSupervised()
    const supervisor = await joinAsSupervisor(supervisorId)
    const delegate = await joinAsSupervisor()
    expect((await delegate.get(path)).status).toBe(404)
    const { status, body: agreed } = await supervisor.post<{ id: string }>(
      '/v1/supervision-delegates',
      { supervisorId, delegateId: delegate.user.providerId, endsAt: inDays(7) },
    )
    expect(status).toBe(201)
    expect((await delegate.get(path)).status).toBe(200)
    expect((await delegate.post(`${path}/cosign`)).body).toMatchObject({ status: 'SIGNED' })
    expect(await verificationOf(id)).toMatchObject({
      valid: true,
      signatures: [
        { role: 'AUTHOR', delegatedById: null },
        {
          role: 'COSIGNER',
          signedBy: { id: delegate.user.id },
          providerId: delegate.user.providerId,
          delegatedById: supervisorId,
        },
      ],
    })
    await api.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE session_note_signatures SET delegated_by_id = NULL WHERE note_id = '${id}'; COMMIT`,
    )
    expect((await verificationOf(id)).valid).toBe(false)
    const ended = await supervisor.post(`/v1/supervision-delegates/${agreed.id}/end`)
    expect(ended.status).toBe(200)
    expect((await delegate.get(path)).status).toBe(404)
    expect(refusal(await supervisor.post(`/v1/supervision-delegates/${agreed.id}/end`))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('may return a note, but not one of their own sessions', async () => {
    const { path, providerId, supervisorId } = await noteOfSupervised()
    const delegate = await joinAsSupervisor()
    const endsAt = inDays(7)
    for (const delegateId of [delegate.user.providerId, providerId])
      await create(centre, '/v1/supervision-delegates', { supervisorId, delegateId, endsAt })
    const author = await centre.get<{ data: { id: string }[] }>('/v1/users?limit=100')
    const mine = author.body.data.find((it) => 'providerId' in it && it.providerId === providerId)
    await centre.patch(`/v1/users/${mine!.id}`, { roles: ['SUPERVISOR'] })
    const own = await api.createClient(centre.tenantId, { providerId })
    expect(refusal(await own.post(`${path}/cosign`))).toEqual([403, 'second_person_required'])
    expect((await delegate.post(`${path}/return`, { reason: 'Too short.' })).body).toMatchObject({
      status: 'DRAFT',
      returnReason: 'Too short.',
    })
  })

  test('has no rights once the supervisor is archived', async () => {
    const { path, supervisorId } = await noteOfSupervised()
    const delegate = await joinAsSupervisor()
    const delegateId = delegate.user.providerId
    await create(centre, '/v1/supervision-delegates', {
      supervisorId,
      delegateId,
      endsAt: inDays(7),
    })
    expect((await delegate.get(path)).status).toBe(200)
    expect((await centre.post(`/v1/providers/${supervisorId}/archive`)).status).toBe(200)
    expect((await delegate.get(path)).status).toBe(404)
  })

  test('has no rights before or after the agreed time', async () => {
    const { path, supervisorId } = await noteOfSupervised()
    const delegate = await joinAsSupervisor()
    await create(centre, '/v1/supervision-delegates', {
      supervisorId,
      delegateId: delegate.user.providerId,
      startsAt: inDays(1),
      endsAt: inDays(2),
    })
    expect((await delegate.post(`${path}/cosign`)).status).toBe(404)
    const owner = await joinAs(api, centre, {
      roles: ['OWNER'],
      providerId: (await newProvider(centre)).id,
    })
    expect(refusal(await owner.post(`${path}/cosign`))).toEqual([403, 'wrong_signer'])
  })

  test('can be named only by the supervisor or an administrator', async () => {
    const { supervisorId } = await noteOfSupervised()
    const other = await joinAsSupervisor()
    const delegateId = other.user.providerId
    const wish = { supervisorId, delegateId, endsAt: inDays(1) }
    expect(refusal(await other.post('/v1/supervision-delegates', wish))).toEqual([
      403,
      'insufficient_role',
    ])
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const { status, body } = await administrator.post<{ id: string }>(
      '/v1/supervision-delegates',
      wish,
    )
    expect(status).toBe(201)
    expect(refusal(await other.post(`/v1/supervision-delegates/${body.id}/end`))).toEqual([
      403,
      'insufficient_role',
    ])
    const listed = await other.get<{ data: { id: string }[] }>(
      `/v1/supervision-delegates?current=true&supervisorId=${supervisorId}`,
    )
    expect(listed.body.data.map(({ id }) => id)).toEqual([body.id])
    const others = await other.get<{ data: { id: string }[] }>(
      `/v1/supervision-delegates?current=false&supervisorId=${supervisorId}`,
    )
    expect(others.body.data).toEqual([])
  })

  test.each([
    ['for themselves', (id: string) => ({ delegateId: id }), 'same_record'],
    ['in the past', () => ({ endsAt: inDays(-1) }), 'out_of_range'],
    ['backwards', () => ({ startsAt: inDays(3), endsAt: inDays(2) }), 'out_of_range'],
    ['for more than a year', () => ({ endsAt: inDays(367) }), 'out_of_range'],
  ])('cannot be %s', async (_, wrong, code) => {
    const { supervisorId } = await noteOfSupervised()
    const { id: delegateId } = await newProvider(centre)
    const { body } = await centre.post('/v1/supervision-delegates', {
      supervisorId,
      delegateId,
      endsAt: inDays(1),
      ...wrong(supervisorId),
    })
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ code }] })
  })
})

describe('an owner', () => {
  test('writes drafts, and signs only as the provider of the session', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const { id: otherId } = await newProvider(centre)
    const notes = `/v1/sessions/${sessionId}/notes`
    for (const position of [{ roles: ['OWNER'] }, { roles: ['OWNER'], providerId: otherId }]) {
      const owner = await joinAs(api, centre, position)
      expect((await owner.post(notes, SOAP)).status).toBe(201)
      expect(refusal(await owner.post(notes, { ...SOAP, sign: true }))).toEqual([
        403,
        'wrong_signer',
      ])
    }
    const treating = await joinAs(api, centre, { roles: ['OWNER'], providerId })
    expect((await treating.post(notes, { ...SOAP, sign: true })).body).toMatchObject({
      status: 'SIGNED',
      authorId: treating.user.id,
    })
  })
})

describe('a key', () => {
  test('with the right to sign is named as a key beside the provider', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const key = await api.createClient(centre.tenantId, {
      name: 'Tablet',
      providerId,
      scopes: ['sessions', 'signatures-on-behalf'],
    })
    const { id } = await create(key, `/v1/sessions/${sessionId}/notes`, { ...SOAP, sign: true })
    expect((await verificationOf(id)).signatures).toMatchObject([
      {
        signedBy: { kind: 'API_KEY', id: key.clientId, name: 'Tablet', sessionId: null },
        providerId,
        onBehalf: false,
      },
    ])
  })

  test('bound to a provider cannot sign unless the right was granted', async () => {
    const { sessionId, providerId } = await sessionHeld()
    const key = await api.createClient(centre.tenantId, { providerId, scopes: ['sessions'] })
    const notes = `/v1/sessions/${sessionId}/notes`
    expect(refusal(await key.post(notes, { ...SOAP, sign: true }))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect((await key.post(notes, SOAP)).status).toBe(201)
  })
})
