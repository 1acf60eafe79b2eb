import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeadBoard, LeadFunnel } from '#marketplace/leads/board/schemas.ts'
import type { ConvertedLead } from '#marketplace/leads/conversion/schemas.ts'
import type { Lead } from '#marketplace/leads/lead/schemas.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]
const get = async (id: string) => (await world.client.get<Lead>(`/v1/leads/${id}`)).body
const post = <Body = Lead>(id: string, rest: string, body?: object) =>
  world.client.post<Body>(`/v1/leads/${id}/${rest}`, body)
const convert = (id: string, body: object = {}, query = '') =>
  post<ConvertedLead>(id, `convert${query}`, body)
const eventsOf = async (id: string) => {
  const rows = await api.query<{ type: string; payload: Json }>(
    `SELECT type, payload FROM outbox WHERE tenant_id = $1 AND kind = 'event' AND subject_id = $2 ORDER BY id`,
    [world.client.tenantId, id],
  )
  return rows
}
const countOf = async (table: string) => {
  const [row] = await api.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1`,
    [world.client.tenantId],
  )
  return row!.count
}

describe('a lead', () => {
  test('moves from NEW to CONVERTED with a history, a clock and an event per step', async () => {
    const { id } = await world.matchedLead()
    const converted = await convert(id)
    expect(converted.status, converted.text).toBe(200)
    const lead = await get(id)
    expect(lead).toMatchObject({
      status: 'CONVERTED',
      childId: converted.body.childId,
      clientId: converted.body.clientId,
      stages: [
        { status: 'NEW', clock: 'MET' },
        { status: 'QUALIFIED', clock: 'MET' },
        { status: 'MATCHED', clock: 'MET' },
        { status: 'CONVERTED', clock: null, leftAt: null },
      ],
      possibleDuplicates: [],
    })
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual([
      'lead.created',
      'lead.qualified',
      'lead.matched',
      'lead.converted',
    ])
    for (const { payload } of events) expect(JSON.stringify(payload)).not.toMatch(/Weiss|Lena|mara/)
  })

  test('is qualified once the required data is known', async () => {
    const { id } = await world.lead({ needs: [], contactEmail: 'someone@example.com' })
    const refused = await post(id, 'qualify')
    expect(refusal(refused)).toEqual([409, 'lead_incomplete'])
    expect(refused.body).toMatchObject({ missing: ['NEEDS'] })
    const need = (await world.matchingNeed())['code']
    const patched = await world.client.patch<Lead>(`/v1/leads/${id}`, { needs: [need] })
    expect(patched.body).toMatchObject({ missing: [] })
    expect((await post(id, 'qualify')).body).toMatchObject({ status: 'QUALIFIED' })
  })

  test('cannot change after it is closed', async () => {
    const { id } = await world.lead()
    expect((await post(id, 'lose', { reason: 'TOO_FAR' })).body).toMatchObject({
      status: 'LOST',
      lostReason: 'TOO_FAR',
      dueAt: null,
    })
    const answers = [
      await post(id, 'qualify'),
      await post(id, 'match', {}),
      await post(id, 'offers', {}),
      await convert(id),
      await post(id, 'lose', { reason: 'OTHER' }),
      await post(id, 'contact-attempts', { channel: 'PHONE', outcome: 'REACHED' }),
      await post(id, 'hand-over', { locationId: (await world.location()).id }),
      await world.client.patch(`/v1/leads/${id}`, { campaign: 'other' }),
    ]
    expect(answers.map(refusal)).toEqual(answers.map(() => [409, 'invalid_transition']))
    await expect(
      api.query(
        `UPDATE leads SET status = 'QUALIFIED', lost_reason = NULL, closed_at = NULL WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow(/does not become/)
  })

  test('of another centre is not found', async () => {
    const { id } = await world.leadOffer()
    const stranger = await api.createTenant()
    const lead = await world.lead()
    expect(refusal(await stranger.get(`/v1/leads/${lead.id}`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.post(`/v1/leads/${lead.id}/convert`, {}))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await stranger.post(`/v1/lead-offers/${id}/accept`))).toEqual([404, 'not_found'])
  })

  test('is handed over to another location and disappears from this one', async () => {
    const [here, there] = [await world.location(), await world.location()]
    const { id } = await world.lead({ locationId: here.id })
    const user = await joinAs(api, world.client, { roles: ['SCHEDULER'], locationIds: [here.id] })
    const other = await joinAs(api, world.client, { roles: ['SCHEDULER'], locationIds: [there.id] })
    expect((await other.get(`/v1/leads/${id}`)).status).toBe(404)
    const moved = await user.post<Lead>(`/v1/leads/${id}/hand-over`, { locationId: there.id })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({ locationId: there.id })
    expect((await user.get(`/v1/leads/${id}`)).status).toBe(404)
    expect((await other.get(`/v1/leads/${id}`)).status).toBe(200)
  })

  test('is listed by status, source, campaign, location, assignee and day', async () => {
    const location = await world.location()
    const campaign = `campaign-${world.word()}`
    const { id } = await world.lead({ campaign, locationId: location.id, source: 'PARTNER' })
    await world.lead({ campaign })
    const ids = async (query: string) =>
      (await world.client.get<{ data: Made[] }>(`/v1/leads?${query}`)).body.data.map((it) => it.id)
    expect(await ids(`campaign=${campaign}`)).toHaveLength(2)
    expect(await ids(`campaign=${campaign}&source=PARTNER`)).toEqual([id])
    expect(await ids(`locationId=${location.id}&status=NEW`)).toEqual([id])
    expect(await ids(`locationId=${location.id}&status=LOST,EXPIRED`)).toEqual([])
    expect(await ids(`locationId=${location.id}&createdAt[lt]=2020-01-01T00:00:00Z`)).toEqual([])
    expect(await ids(`locationId=${location.id}&overdue=true`)).toEqual([])
  })
})

describe('a possible duplicate', () => {
  test('is shown with reasons to people who may read it, and is never merged', async () => {
    const client = await world.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'Mara.Weiss@Example.com',
      phone: '+49 30 987-6543',
    })
    const child = await world.child({ birthDate: '2024-02-29' })
    await world.make('/v1/guardianships', {
      childId: child.id,
      clientId: client.id,
      relationship: 'mother',
    })
    const said = {
      contactEmail: 'mara.weiss@example.com',
      contactPhone: '+49309876543',
      childBirthDate: '2024-02-29',
    }
    const first = await world.lead(said)
    const second = await world.lead({ ...said, contactPhone: '+49 30 1' })
    const { possibleDuplicates } = await get(second.id)
    expect(possibleDuplicates).toEqual([
      { id: client.id, reasons: ['same_email'] },
      { id: child.id, reasons: ['same_email', 'same_name', 'same_birth_date'] },
      { id: first.id, reasons: ['same_email', 'same_birth_date'] },
    ])
    expect((await get(first.id)).possibleDuplicates[0]!.reasons).toEqual([
      'same_email',
      'same_phone',
    ])
    // As in the report: the same child, with another parent and address.
    const { firstName: childFirstName, lastName: childLastName } = child
    const elsewhere = await world.lead({
      contactEmail: 'papa@example.com',
      contactPhone: '+49 30 2',
      childFirstName: String(childFirstName).toUpperCase(),
      childLastName: ` ${String(childLastName)}`,
      childBirthDate: '2024-02-29',
    })
    expect((await get(elsewhere.id)).possibleDuplicates).toEqual([
      { id: child.id, reasons: ['same_name', 'same_birth_date'] },
    ])
    const manager = await joinAs(api, world.client, { roles: ['MARKETPLACE_MANAGER'] })
    const seen = (await manager.get<Lead>(`/v1/leads/${second.id}`)).body.possibleDuplicates
    expect(seen.map((it) => it.id)).toEqual([client.id, first.id])
  })
})

describe('a conversion', () => {
  test('creates client, child, guardianship, consents and a waitlist entry together', async () => {
    const granted = { kind: 'TREATMENT', text: 'You may treat our child.', version: 3 }
    const { id } = await world.qualifiedLead({
      contactPhone: '+49 30 55',
      relationship: 'father',
      consents: [{ ...granted, grantedAt: '2026-10-01T10:00:00Z' }],
    })
    const service = await world.service()
    const { status, body, text } = await convert(id, {
      waitlistEntry: { serviceIds: [service.id] },
    })
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ dryRun: false, consents: 1, holdId: null, appointmentId: null })
    const child = await world.client.get(`/v1/children/${body.childId}`)
    expect(child.body).toMatchObject({
      firstName: 'Lena',
      birthDate: '2024-04-30',
      referral: { source: 'Mara Weiss', note: 'We were told to ask for speech therapy.' },
    })
    expect((await world.client.get(`/v1/clients/${body.clientId}`)).body).toMatchObject({
      name: 'Mara Weiss',
      phone: '+49 30 55',
    })
    expect((await world.client.get(`/v1/consents/${body.consentIds[0]}`)).body).toMatchObject({
      kind: 'TREATMENT',
      grantedById: body.clientId,
      grantedAt: '2026-10-01T10:00:00.000Z',
      evidence: `Agreed to for lead ${id}, version 3: You may treat our child.`,
    })
    const entry = await world.client.get(`/v1/waitlist-entries/${body.waitlistEntryId}`)
    expect(entry.body).toMatchObject({ childId: body.childId, status: 'WAITING' })
  })

  test('books the first appointment, or does nothing at all', async () => {
    const { id } = await world.qualifiedLead()
    const { childId: _, ...booking } = await world.booking()
    const before = await countOf('clients')
    const late = { ...booking, startsAt: '2020-12-01T10:00:00+01:00' }
    expect((await convert(id, { appointment: late })).status).toBeGreaterThanOrEqual(400)
    expect(await countOf('clients')).toBe(before)
    expect((await get(id)).status).toBe('QUALIFIED')
    const { status, body, text } = await convert(id, { appointment: booking })
    expect(status, text).toBe(200)
    const appointment = await world.client.get(`/v1/appointments/${body.appointmentId}`)
    expect(appointment.body).toMatchObject({ childId: body.childId })
  })

  test('can be previewed without writing, and fails for the same reasons', async () => {
    const { id } = await world.qualifiedLead()
    const { childId: _, ...hold } = await world.booking()
    const before = await Promise.all(['clients', 'children', 'guardianships'].map(countOf))
    const { body, status, text } = await convert(id, { hold }, '?dryRun=true')
    expect(status, text).toBe(200)
    expect(body).toEqual({
      dryRun: true,
      leadId: id,
      clientId: null,
      childId: null,
      guardianshipId: null,
      consentIds: [],
      consents: 0,
      holdId: null,
      waitlistEntryId: null,
      appointmentId: null,
    })
    expect(await Promise.all(['clients', 'children', 'guardianships'].map(countOf))).toEqual(before)
    expect((await get(id)).status).toBe('QUALIFIED')
    const missing = { ...hold, serviceId: 'svc_01m7zb00000000000000000000' }
    expect(refusal(await convert(id, { hold: missing }, '?dryRun=true'))).toEqual([
      400,
      'invalid_reference',
    ])
  })

  test('uses existing records without a second client or guardianship', async () => {
    const client = await world.family()
    const child = await world.child()
    await world.make('/v1/guardianships', {
      childId: child.id,
      clientId: client.id,
      relationship: 'mother',
    })
    const { id } = await world.qualifiedLead()
    const { body, text, status } = await convert(id, { clientId: client.id, childId: child.id })
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      clientId: client.id,
      childId: child.id,
      guardianshipId: null,
    })
  })

  test('requires the names of the child', async () => {
    const { id } = await world.qualifiedLead({ childLastName: undefined })
    const refused = await convert(id)
    expect(refusal(refused)).toEqual([409, 'lead_incomplete'])
    expect(refused.body).toMatchObject({ missing: ['childLastName'] })
  })

  test('happens once when two are sent at the same time', async () => {
    const { id } = await world.qualifiedLead()
    const before = await countOf('children')
    const answers = await Promise.all([convert(id), convert(id), convert(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(refusal(answer)).toEqual([409, 'invalid_transition'])
    expect(await countOf('children')).toBe(before + 1)
  })

  test('is exported with the child and erased with them', async () => {
    const { id } = await world.qualifiedLead()
    const { body } = await convert(id)
    await world.client.patch(`/v1/children/${body.childId}`, { primaryProviderId: null })
    const rows = await api.query('SELECT 1 FROM leads WHERE child_id = $1', [body.childId])
    expect(rows).toHaveLength(1)
    const refused = await post(id, 'erase')
    expect(refusal(refused)).toEqual([409, 'invalid_transition'])
  })
})

describe('an offer', () => {
  const accept = (id: string) => world.client.post<Json>(`/v1/lead-offers/${id}/accept`)
  const decline = (id: string) => world.client.post<Json>(`/v1/lead-offers/${id}/decline`)
  const matched = async () => {
    const need = (await world.matchingNeed())['code'] as string
    for (const name of ['Ana', 'Ben'])
      await world.provider({ name, specialties: ['speech therapy'] })
    return world.matchedLead({ needs: [need] })
  }

  test('goes to the best match only, and then to the next one', async () => {
    const { id, matchId } = await matched()
    const match = await world.client.get<{ matches: { providerId: string }[] }>(
      `/v1/therapist-matches/${String(matchId)}`,
    )
    const [first, second] = match.body.matches
    const offer = await post<Made>(id, 'offers', { hours: 24 })
    expect(offer.status, offer.text).toBe(201)
    expect(offer.body).toMatchObject({ status: 'OPEN', providerId: first!.providerId, hours: 24 })
    expect(refusal(await post(id, 'offers', {}))).toEqual([409, 'lead_offered'])
    expect((await decline(offer.body.id)).body).toMatchObject({ status: 'DECLINED' })
    expect((await get(id)).offers).toMatchObject([
      { status: 'DECLINED' },
      { status: 'OPEN', providerId: second!.providerId, hours: 24 },
    ])
  })

  test('moves to the queue of the centre if no provider is left, or if the offer is not to be passed on', async () => {
    const { id } = await matched()
    const offer = await post<Made>(id, 'offers', { passesOn: false })
    await decline(offer.body.id)
    expect((await get(id)).offers).toHaveLength(1)
  })

  test('is accepted by one of several simultaneous answers', async () => {
    const { id } = await world.leadOffer()
    const answers = await Promise.all([accept(id), accept(id), accept(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(refusal(await decline(id))).toEqual([409, 'invalid_transition'])
  })

  test('cannot be accepted for a converted lead, by a suspended provider, or after it expires', async () => {
    const offer = await world.leadOffer()
    const leadId = offer['leadId'] as string
    await convert(leadId)
    expect((await get(leadId)).offers).toMatchObject([{ status: 'WITHDRAWN' }])
    expect(refusal(await accept(offer.id))).toEqual([409, 'invalid_transition'])
    expect(refusal(await post(leadId, 'offers', {}))).toEqual([409, 'invalid_transition'])

    const other = await world.leadOffer()
    const suspended = other['providerId'] as string
    await world.make(`/v1/providers/${suspended}/suspend`, { reason: 'OTHER' })
    const refused = await accept(other.id)
    expect(refusal(refused)).toEqual([409, 'slot_unavailable'])
    expect(refused.body).toMatchObject({ blocks: ['provider_suspended'] })
    await world.make(`/v1/providers/${suspended}/reinstate`, { note: 'Renewed.' })

    await api.query(
      `UPDATE lead_offers SET expires_at = $2::timestamptz - interval '1 minute' WHERE id = $1`,
      [other.id, api.clock.now()],
    )
    expect(refusal(await accept(other.id))).toEqual([409, 'invalid_transition'])
  })

  test('is not made to a suspended provider, or for an accepted lead before that is withdrawn', async () => {
    const { id } = await matched()
    const suspended = await world.suspendedProvider()
    expect(refusal(await post(id, 'offers', { providerId: suspended.id }))).toEqual([
      409,
      'slot_unavailable',
    ])
    const offer = await post<Made>(id, 'offers', {})
    await accept(offer.body.id)
    expect(refusal(await post(id, 'offers', {}))).toEqual([409, 'lead_offered'])
    await world.make(`/v1/lead-offers/${offer.body.id}/withdraw`)
    expect((await post(id, 'offers', {})).status).toBe(201)
  })

  test('is withdrawn with a lost lead, which wakes its follow-up once', async () => {
    const { id } = await matched()
    await post(id, 'offers', {})
    const wakes = () =>
      api.query(
        `SELECT 1 FROM outbox WHERE tenant_id = $1 AND type = 'leadQualification' AND subject_id = $2`,
        [world.client.tenantId, id],
      )
    const before = (await wakes()).length
    await post(id, 'lose', { reason: 'COST' })
    expect((await get(id)).offers).toMatchObject([{ status: 'WITHDRAWN' }])
    expect((await wakes()).length).toBe(before + 1)
  })

  test('that ended, or whose lead is closed, allows only what a caller can do', async () => {
    const { id } = await matched()
    const { body } = await post<Made>(id, 'offers', {})
    await accept(body.id)
    expect((await decline(body.id)).body).toMatchObject({ allowed: ['withdraw'] })
    await post(id, 'lose', { reason: 'COST' })
    expect((await accept(body.id)).body).toMatchObject({ allowed: [] })
    expect((await post(id, 'qualify')).body).toMatchObject({ allowed: ['erase'] })
  })
})

describe('the board and the funnel', () => {
  test('count leads without naming anybody', async () => {
    const centre = createWorld(api, await api.createTenant())
    await centre.lead()
    await centre.qualifiedLead({ source: 'PARTNER', campaign: 'autumn' })
    const { id } = await centre.qualifiedLead()
    await centre.make(`/v1/leads/${id}/convert`, {})
    const lost = await centre.lead()
    await centre.make(`/v1/leads/${lost.id}/lose`, { reason: 'COST' })
    const { body: board, text } = await centre.client.get<LeadBoard>('/v1/leads/board')
    expect(board.stages.map(({ stage, leads }) => [stage, leads])).toEqual([
      ['NEW', 1],
      ['QUALIFYING', 0],
      ['QUALIFIED', 1],
      ['MATCHED', 0],
    ])
    expect(text).not.toMatch(/Mara|Lena|Weiss/)
    const { body: funnel } = await centre.client.get<LeadFunnel>('/v1/leads/funnel')
    expect(funnel.total).toMatchObject({
      created: 4,
      qualified: 2,
      converted: 1,
      lost: 1,
      expired: 0,
      open: 2,
    })
    expect(funnel.rows).toMatchObject([
      { source: 'PHONE', campaign: 'spring-2027', created: 3, converted: 1 },
      { source: 'PARTNER', campaign: 'autumn', created: 1, open: 1 },
    ])
    const none = await centre.client.get<LeadFunnel>(
      '/v1/leads/funnel?createdAt[lt]=2020-01-01T00:00:00Z',
    )
    expect(none.body).toMatchObject({
      total: { created: 0, medianHoursToQualified: null },
      rows: [],
    })
  })
})

describe('an erased lead', () => {
  test('contains nothing about its family and still counts in the funnel', async () => {
    const { id } = await world.triedLead()
    const erased = await post(id, 'erase')
    expect(erased.status, erased.text).toBe(200)
    const after = await get(id)
    expect(after).toMatchObject({
      status: 'LOST',
      lostReason: 'ERASED',
      contactName: null,
      contactEmail: null,
      childFirstName: null,
      childBirthDate: null,
      message: null,
      needs: [],
      source: 'PHONE',
      contactAttempts: [{ outcome: 'NO_ANSWER', note: null }],
    })
    expect(after.forgottenAt).not.toBeNull()
    const everything = await api.query('SELECT to_jsonb(l) AS row FROM leads l WHERE id = $1', [id])
    expect(JSON.stringify(everything)).not.toMatch(/Mara|Lena|Weiss|speech therapy/)
  })
})
