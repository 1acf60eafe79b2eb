import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import type { Lead } from '#marketplace/leads/lead/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  await world.client.patch('/v1/message-settings', { quietHours: null })
})
afterAll(() => api[Symbol.asyncDispose]())

const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]
const get = async (id: string) => (await world.client.get<Lead>(`/v1/leads/${id}`)).body
const contextOf = (action: string) =>
  systemContext(api.services.platform, { tenantId: world.client.tenantId, action })
const planOf = async (subjectId: string) =>
  (await planSteps(contextOf('planSteps'), { kind: 'leadQualification', subjectId })).next
/** Like a worker that dies before Temporal receives its result. */
const runTwice = async (subjectId: string) => {
  const next = (await planOf(subjectId))!
  const ref = {
    kind: 'leadQualification',
    subjectId,
    step: next.step,
    dueAt: new Date(next.dueAt),
  } as const
  for (const _ of [1, 2]) await runStep(contextOf('runStep'), ref)
  return next.step
}
const told = async (subjectId: string) => {
  const rows = await api.query<{ template: string }>(
    'SELECT template FROM messages WHERE tenant_id = $1 AND subject_id = $2 ORDER BY id',
    [world.client.tenantId, subjectId],
  )
  return rows.map(({ template }) => template)
}
const followUpOf = async (subjectId: string) => {
  const { body } = await world.client.get<{ data: FollowUp[] }>(
    `/v1/follow-ups?subjectId=${subjectId}`,
  )
  return body.data[0]!
}
const attention = async (subjectId: string) => {
  const { steps } = await followUpOf(subjectId)
  return steps.flatMap(({ actionRequired }) => actionRequired ?? [])
}

describe('the follow-up of a lead', () => {
  test('starts automatically, asks for missing data through a link, and notifies a person once it is complete', async () => {
    const { id } = await world.lead({ needs: [] })
    expect(await runTwice(id)).toBe('begin')
    expect(await get(id)).toMatchObject({ status: 'QUALIFYING', stages: [{}, {}] })
    expect(await runTwice(id)).toBe('questions')
    expect(await told(id)).toEqual(['lead.questions'])
    expect(await planOf(id)).toMatchObject({ step: 'reminder-3d' })

    const link = await world.leadLink('lead-questions', { type: 'lead', id })
    const { fields } = (await api.anonymous().get<{ fields: Json[] }>(link)).body
    expect(fields.map((it) => [it['name'], it['required']])).toContainEqual(['needs', true])
    expect(fields.map((it) => it['name'])).not.toContain('childBirthDate')
    const need = (await world.matchingNeed())['code'] as string
    const answered = await api.anonymous().post(link, { needs: need, contactPhone: '+49 30 7' })
    expect(answered.status, answered.text).toBe(200)
    expect(await get(id)).toMatchObject({ needs: [need], contactPhone: '+49 30 7', missing: [] })
    expect(refusal(await api.anonymous().post(link, { needs: need }))).toEqual([410, 'link_used'])

    expect(await runTwice(id)).toBe('qualification')
    expect(await attention(id)).toEqual(['the lead waits to be qualified'])
    await world.make(`/v1/leads/${id}/qualify`)
    await planOf(id)
    expect(await attention(id)).toEqual([])
  })

  test('waits for the centre until somebody qualifies the lead, even after the response time', async () => {
    const { id } = await world.lead()
    for (const step of ['begin', 'qualification']) expect(await runTwice(id)).toBe(step)
    await planOf(id)
    const { dueAt } = await get(id)
    expect(await followUpOf(id)).toMatchObject({
      status: 'ACTIVE',
      waitingOn: 'centre',
      nextStepAt: dueAt,
    })
    expect(await runTwice(id)).toBe('centre')
    expect(await planOf(id)).toBeNull()
    expect(await followUpOf(id)).toMatchObject({
      status: 'ACTIVE',
      waitingOn: 'centre',
      nextStepAt: null,
    })
    expect(await attention(id)).toEqual([
      'the lead waits to be qualified',
      'the lead is overdue: qualify it',
    ])
    const qualified = await world.make(`/v1/leads/${id}/qualify`)
    expect(await planOf(id)).toMatchObject({ step: 'centre', dueAt: qualified['dueAt'] })
    expect(await attention(id)).toEqual([])
    expect(await runTwice(id)).toBe('centre')
    expect(await attention(id)).toEqual(['the lead is overdue: match it'])
  })

  test('does nothing after it is cancelled, although its lead is open', async () => {
    const { id } = await world.lead()
    await planOf(id)
    const { id: followUpId } = await followUpOf(id)
    await world.make(`/v1/follow-ups/${followUpId}/cancel`, {})
    expect(await planOf(id)).toBeNull()
    expect(await followUpOf(id)).toMatchObject({ status: 'CANCELLED', waitingOn: null })
  })

  test('keeps waiting after its next step is skipped', async () => {
    const { id } = await world.lead()
    await planOf(id)
    const { id: followUpId } = await followUpOf(id)
    await world.make(`/v1/follow-ups/${followUpId}/steps/begin/skip`, {})
    expect(await planOf(id)).toBeNull()
    expect(await followUpOf(id)).toMatchObject({ status: 'ACTIVE', waitingOn: 'centre' })
  })

  test('asks a person to call if there is no e-mail address', async () => {
    const { id } = await world.lead({
      needs: [],
      contactEmail: undefined,
      contactPhone: '+49 30 8',
    })
    await runTwice(id)
    expect(await runTwice(id)).toBe('ask-by-phone')
    expect(await attention(id)).toEqual(['call the family: something is missing'])
    expect(await told(id)).toEqual([])
  })

  test('ends the link of a closed lead', async () => {
    const { id } = await world.lead({ needs: [] })
    const link = await world.leadLink('lead-questions', { type: 'lead', id })
    await world.make(`/v1/leads/${id}/lose`, { reason: 'WITHDRAWN' })
    expect(refusal(await api.anonymous().get(link))).toEqual([410, 'link_expired'])
  })

  test('asks to call again until the family is reached', async () => {
    const { id } = await world.qualifiedLead()
    await world.make(`/v1/leads/${id}/contact-attempts`, { channel: 'PHONE', outcome: 'NO_ANSWER' })
    expect(await planOf(id)).toMatchObject({ step: expect.stringMatching(/^call-lca_/) as string })
    expect(await runTwice(id)).toMatch(/^call-/)
    expect(await attention(id)).toEqual(['call the family'])
    await world.make(`/v1/leads/${id}/contact-attempts`, { channel: 'PHONE', outcome: 'REACHED' })
    await planOf(id)
    expect(await attention(id)).toEqual([])
  })

  test('expires if the family is silent, and deletes the data half a year later', async () => {
    const { id } = await world.lead({ needs: [] })
    expect(await runTwice(id)).toBe('begin')
    for (const step of ['questions', 'reminder-3d', 'reminder-7d', 'expiry'])
      expect(await runTwice(id)).toBe(step)
    expect(await get(id)).toMatchObject({ status: 'EXPIRED', contactName: 'Mara Weiss' })
    expect(await told(id)).toEqual(['lead.questions', 'lead.questions', 'lead.questions'])
    expect(await runTwice(id)).toBe('deletion')
    expect(await get(id)).toMatchObject({ status: 'EXPIRED', contactName: null, message: null })
    expect(await planOf(id)).toBeNull()
    const events = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND subject_id = $1 ORDER BY id`,
      [id],
    )
    expect(events.map(({ type }) => type)).toEqual(['lead.created', 'lead.expired'])
  })
})

describe('an offer', () => {
  const offered = async () => {
    const need = (await world.matchingNeed())['code'] as string
    for (const name of ['Ana', 'Ben'])
      await world.provider({ name, email: `${name}@example.org`, specialties: ['speech therapy'] })
    const { id } = await world.matchedLead({ needs: [need] })
    const offer = await world.make(`/v1/leads/${id}/offers`, { hours: 24 })
    return { id, offer }
  }

  test('is sent to the provider, expires, and goes to the next one and then to the queue', async () => {
    const { id, offer } = await offered()
    expect(await runTwice(id)).toBe(`offer-${offer.id}`)
    expect(await told(offer.id)).toEqual(['lead.offer'])
    const expire = async () => {
      for (;;) {
        const step = await runTwice(id)
        if (step.startsWith('offer-expiry')) return
        if (!step.startsWith('offer-')) throw new Error(step)
      }
    }
    await expire()
    const { offers } = await get(id)
    expect(offers.map(({ status }) => status)).toEqual(['EXPIRED', 'OPEN'])
    const { matches } = (
      await world.client.get<{ matches: Made[] }>(
        `/v1/therapist-matches/${String((await get(id)).matchId)}`,
      )
    ).body
    for (const _ of matches.slice(1)) await expire()
    expect(await runTwice(id)).toMatch(/^queue-/)
    expect((await attention(id)).at(-1)).toContain('no matched provider accepts the family')
  })

  test('is answered once on a page that names nobody', async () => {
    const { id, offer } = await offered()
    const link = await world.leadLink('lead-offer', { type: 'leadOffer', id: offer.id })
    const page = await api.anonymous().get<{ list: string[] }>(link)
    expect(page.body.list).toEqual([
      'Needs: Speech delay',
      expect.stringMatching(/^Age: \d+ years and \d+ months$/),
    ])
    expect(page.text).not.toMatch(/Mara|Lena|Weiss/)
    const accepted = await api.anonymous().post(link, { answer: 'accept' })
    expect(accepted.status, accepted.text).toBe(200)
    expect(refusal(await api.anonymous().post(link, { answer: 'accept' }))).toEqual([
      410,
      'link_used',
    ])
    const other = await world.leadLink('lead-offer', { type: 'leadOffer', id: offer.id })
    expect(refusal(await api.anonymous().get(other))).toEqual([410, 'link_used'])
    expect(await runTwice(id)).toMatch(/^conversion-/)
    expect(await attention(id)).toEqual(['the lead waits to be converted'])
  })

  test('is accepted once, even if link and provider answer at the same time', async () => {
    const { id, offer } = await offered()
    const link = await world.leadLink('lead-offer', { type: 'leadOffer', id: offer.id })
    const answers = await Promise.all([
      api.anonymous().post(link, { answer: 'accept' }),
      world.client.post(`/v1/lead-offers/${offer.id}/accept`),
    ])
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)!
    expect([
      [410, 'link_used'],
      [409, 'invalid_transition'],
    ]).toContainEqual(refusal(refused))
    expect((await get(id)).offers.map(({ status }) => status)).toEqual(['ACCEPTED'])
  })

  test('cannot be accepted by the previous provider after it went to another one', async () => {
    const { id, offer } = await offered()
    const late = await world.leadLink('lead-offer', { type: 'leadOffer', id: offer.id })
    await world.make(`/v1/lead-offers/${offer.id}/decline`)
    const second = (await get(id)).offers[1]!
    const link = await world.leadLink('lead-offer', { type: 'leadOffer', id: second.id })
    expect((await api.anonymous().post(link, { answer: 'accept' })).status).toBe(200)
    expect(refusal(await api.anonymous().post(late, { answer: 'accept' }))).toEqual([
      410,
      'link_used',
    ])
    expect((await get(id)).offers.map(({ status }) => status)).toEqual(['DECLINED', 'ACCEPTED'])
  })

  test('ends when the lead is converted', async () => {
    const { id, offer } = await offered()
    const link = await world.leadLink('lead-offer', { type: 'leadOffer', id: offer.id })
    await world.make(`/v1/leads/${id}/convert`, {})
    expect(refusal(await api.anonymous().post(link, { answer: 'accept' }))).toEqual([
      410,
      'link_expired',
    ])
  })
})
