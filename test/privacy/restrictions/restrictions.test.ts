import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRestriction } from '#privacy/processing-restrictions/start-restriction.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { create, newClient, refusal, type Page } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { book, lift, openFamily, restrict } from './centre.ts'

/** Restriction of processing (Art. 18 GDPR), as callers see it. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

describe('a restricted child', () => {
  test('stays unchanged until the restriction is lifted, and shows since when', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    const { id, startedAt } = await restrict(centre, { childId })
    const refused = await centre.post('/v1/appointments', book(family))
    expect(refusal(refused)).toEqual([409, 'processing_restricted'])
    expect(refused.body).toMatchObject({ personId: childId, restrictionId: id })
    const patched = await centre.patch(`/v1/children/${childId}`, { firstName: 'Lene' })
    expect(refusal(patched)).toEqual([409, 'processing_restricted'])
    const child = await centre.get<{ version: number }>(`/v1/children/${childId}`)
    expect(child.body).toMatchObject({ restrictedAt: startedAt, firstName: 'Lena', version: 2 })

    await lift(centre, id)
    expect((await centre.get(`/v1/children/${childId}`)).body).toMatchObject({
      restrictedAt: null,
      version: 3,
    })
    await create(centre, '/v1/appointments', book(family))
  })

  test('is restricted once at a time, and can be restricted again', async () => {
    const { centre, childId } = await openFamily(api)
    const { id } = await restrict(centre, { childId })
    const again = await centre.post('/v1/processing-restrictions', {
      childId,
      ground: 'OBJECTION',
      reason: 'x',
    })
    expect(refusal(again)).toEqual([409, 'already_exists', 'childId: already_exists'])
    await lift(centre, id)
    expect(
      refusal(
        await centre.post(`/v1/processing-restrictions/${id}/lift`, {
          reason: 'x',
          notifiedBy: 'x',
        }),
      ),
    ).toEqual([409, 'invalid_transition'])
    await restrict(centre, { childId })
    const listed = async (filter: string) =>
      (await centre.get<Page>(`/v1/processing-restrictions?${filter}`)).body.data.length
    expect(await listed(`childId=${childId}`)).toBe(2)
    expect(await listed(`childId=${childId}&status=OPEN,LIFTING`)).toBe(1)
    expect(await listed('ground=OBJECTION')).toBe(0)
  })

  test('blocks no calendar, because current appointments can be ended', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    const visit = await create(centre, '/v1/appointments', book(family))
    const consent = await create(centre, '/v1/consents', {
      childId,
      kind: 'TREATMENT',
      grantedById: family.clientId,
      grantedAt: '2026-11-20T10:00:00+01:00',
      evidence: 'Form',
    })
    await restrict(centre, { childId })
    const cancelled = await centre.post(`/v1/appointments/${visit.id}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Restricted.',
    })
    expect(cancelled.status).toBe(200)
    expect(
      (await centre.post(`/v1/consents/${consent.id}/revoke`, { reason: 'By letter.' })).status,
    ).toBe(200)
  })

  test('is visible to keys of the centre and with break-glass access, without changes', async () => {
    const family = await openFamily(api)
    const { centre, childId, providerId } = family
    const therapist = await api.createClient(centre.tenantId, { providerId })
    const path = `/v1/children/${childId}`
    expect((await therapist.get(path)).status).toBe(200)
    const { id } = await restrict(centre, { childId })
    expect((await therapist.get(path)).status).toBe(404)
    expect((await therapist.get<Page>('/v1/children')).body.data).toEqual([])
    expect(refusal(await therapist.get(`/v1/processing-restrictions/${id}`))).toEqual([
      403,
      'insufficient_scope',
    ])
    await create(therapist, '/v1/break-glass-grants', { childId, reason: 'A seizure, just now.' })
    expect((await therapist.get(path)).body).toMatchObject({ restrictedAt: expect.any(String) })
    expect(refusal(await therapist.post('/v1/appointments', book(family)))).toEqual([
      409,
      'processing_restricted',
    ])
  })

  test('cannot be erased during its restriction, unless an erasure itself set it', async () => {
    const { centre, childId } = await openFamily(api)
    const goal = await create(centre, '/v1/goals', {
      childId,
      area: 'Speech',
      title: 'Says /r/',
      unit: 'percent',
      baseline: { value: 20 },
      target: { value: 80 },
    })
    /** In the notation that `erased` uses for its person. */
    const remove = async (erased: string) => {
      await api.query('BEGIN')
      try {
        await api.query(
          `SELECT set_config('app.tenant', $1, true), set_config('app.erasing', $2, true)`,
          [centre.tenantId, erased],
        )
        await api.query('DELETE FROM goals WHERE id = $1', [goal.id])
        return 'deleted'
      } catch (error) {
        return (error as { code: string }).code
      } finally {
        await api.query('ROLLBACK')
      }
    }
    const { id } = await restrict(centre, { childId })
    expect(await remove(`{${childId}}`)).toBe('PR018')
    await lift(centre, id)
    const { tenantId } = centre
    const ctx = systemContext(api.services.platform, { tenantId, action: 'erase' })
    const kept = await transact(ctx, 'processing-restrictions:write', (tx) =>
      startRestriction(tx, { childId, clientId: null, ground: 'RETENTION', reason: '§ 630f BGB' }),
    )
    expect(await remove('')).toBe('PR018')
    expect(await remove(`{${childId}}`)).toBe('deleted')
    const byHand = await centre.post(`/v1/processing-restrictions/${kept.id}/lift`, {
      reason: 'x',
      notifiedBy: 'x',
    })
    expect(refusal(byHand)).toEqual([409, 'retention_applies'])
  })

  test('has no reason recorded in the audit trail or in events', async () => {
    const { centre, childId } = await openFamily(api)
    const { id } = await create(centre, '/v1/processing-restrictions', {
      childId,
      ground: 'UNLAWFUL',
      reason: 'uilo-why',
    })
    await centre.post(`/v1/processing-restrictions/${id}/lift`, {
      reason: 'uilo-lift',
      notifiedBy: 'uilo-told',
    })
    // Crockford's base 32 excludes these letters, so no id contains them.
    for (const table of ['audit_entries', 'outbox'])
      expect(
        await api.query(`SELECT 1 FROM ${table} t WHERE tenant_id = $1 AND t::text LIKE '%uilo%'`, [
          centre.tenantId,
        ]),
      ).toEqual([])
  })
})

test('blocks changes of its clients, who get no new guardianships', async () => {
  const { centre, childId } = await openFamily(api)
  const { id: clientId } = await newClient(centre)
  await restrict(centre, { clientId })
  const patched = await centre.patch(`/v1/clients/${clientId}`, { name: 'Mia' })
  expect(refusal(patched)).toEqual([409, 'processing_restricted'])
  const guardianship = { childId, clientId, relationship: 'aunt', legal: false }
  expect(refusal(await centre.post('/v1/guardianships', guardianship))).toEqual([
    409,
    'processing_restricted',
  ])
  expect((await centre.get(`/v1/clients/${clientId}`)).body).toMatchObject({
    restrictedAt: expect.any(String),
  })
})
