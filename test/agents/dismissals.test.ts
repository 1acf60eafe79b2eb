import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CareCoordinator } from '#agents/care-coordinator/schemas.ts'
import type { RecommendationDismissal } from '#agents/recommendations/dismissal-schemas.ts'
import type { Recommendations } from '#agents/recommendations/schemas.ts'
import { createWorld, type World } from '../contract/world.ts'
import { refusal } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

const PATH = '/v1/ai/recommendations'
const DISMISSALS = '/v1/ai/recommendation-dismissals'

let api: TestApi
let world: World
let orderId: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  world = createWorld(api, await api.createTenant())
  orderId = (await world.unpaidOrder()).id
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const isRecommended = async (client: ApiClient = world.client): Promise<boolean> => {
  const { status, text, body } = await client.get<Recommendations>(`${PATH}?rule=ORDER_UNPAID`)
  expect(status, text).toBe(200)
  return body.recommendations.some(({ recordId }) => recordId === orderId)
}
const dismiss = async (more: object = {}): Promise<RecommendationDismissal> => {
  const { status, text, body } = await world.client.post<RecommendationDismissal>(
    `${PATH}/dismiss`,
    { rule: 'ORDER_UNPAID', recordId: orderId, reason: 'They pay in spring.', ...more },
  )
  expect(status, text).toBe(201)
  return body
}
const inDays = (days: number) =>
  new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()

test('a dismissed recommendation is hidden for everybody and returns when the dismissal is undone', async () => {
  expect(await isRecommended()).toBe(true)
  const dismissal = await dismiss()
  expect(dismissal).toMatchObject({
    rule: 'ORDER_UNPAID',
    recordType: 'ORDER',
    recordId: orderId,
    status: 'DISMISSED',
    reason: 'They pay in spring.',
  })
  expect(await isRecommended()).toBe(false)
  expect(await isRecommended(await api.createClient(world.client.tenantId))).toBe(false)
  const { body } = await world.client.get<CareCoordinator>('/v1/agents/care-coordinator')
  expect(body.nextActions.map(({ recordId }) => recordId)).not.toContain(orderId)
  const undo = () => world.client.post(`${DISMISSALS}/${dismissal.id}/undo`)
  expect((await undo()).body).toMatchObject({ status: 'UNDONE' })
  expect(refusal(await undo())).toEqual([409, 'invalid_transition'])
  expect(await isRecommended()).toBe(true)
  const audited = await api.query<{ action: string }>(
    `SELECT action FROM audit_entries WHERE tenant_id = $1 AND subject_id = $2 ORDER BY seq`,
    [world.client.tenantId, dismissal.id],
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'dismissRecommendation',
    'undoRecommendationDismissal',
    'undoRecommendationDismissal',
  ])
})

test('a dismissed recommendation returns when its basis changes or its snooze ends', async () => {
  await dismiss()
  await api.query(
    `UPDATE orders SET created_at = created_at - interval '1 day' WHERE tenant_id = $1 AND id = $2`,
    [world.client.tenantId, orderId],
  )
  expect(await isRecommended()).toBe(true)
  const again = await dismiss({ snoozeEndsAt: inDays(2), reason: 'Asked again.' })
  expect(await isRecommended()).toBe(false)
  const { body } = await world.client.get<{ data: RecommendationDismissal[] }>(DISMISSALS)
  expect(body.data).toEqual([again])
  await api.query(
    `UPDATE recommendation_dismissals
     SET dismissed_at = dismissed_at - interval '3 days', snooze_ends_at = snooze_ends_at - interval '3 days'
     WHERE tenant_id = $1`,
    [world.client.tenantId],
  )
  expect(await isRecommended()).toBe(true)
})

test('only current recommendations can be dismissed, until a future time, by callers who may read them', async () => {
  const post = (client: ApiClient, more: object) =>
    client.post(`${PATH}/dismiss`, {
      rule: 'ORDER_UNPAID',
      recordId: orderId,
      reason: 'No',
      ...more,
    })
  expect(refusal(await post(world.client, { rule: 'NOTE_MISSING' }))).toEqual([404, 'not_found'])
  expect(refusal(await post(world.client, { snoozeEndsAt: inDays(-1) }))).toEqual([
    400,
    'validation_failed',
    'snoozeEndsAt: in_the_past',
  ])
  // These callers cannot read orders.
  const narrow = await api.createClient(world.client.tenantId, { scopes: ['ai'] })
  expect(refusal(await post(narrow, {}))).toEqual([404, 'not_found'])
  const { id } = await dismiss()
  expect((await narrow.get<{ data: object[] }>(DISMISSALS)).body.data).toEqual([])
  expect(refusal(await narrow.get(`${DISMISSALS}/${id}`))).toEqual([404, 'not_found'])
})

test('two simultaneous dismissals change one record', async () => {
  await Promise.all([dismiss({ reason: 'One' }), dismiss({ reason: 'Other' })])
  const { body } = await world.client.get<{ data: RecommendationDismissal[] }>(DISMISSALS)
  expect(body.data).toMatchObject([{ version: 2 }])
})
