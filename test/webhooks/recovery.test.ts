import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import { cancelRecovery } from '#webhooks/recoveries/cancel-recovery.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { disableEndpoint } from '#webhooks/endpoints/disable-endpoint.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { resumeWebhookEndpoint } from '#webhooks/endpoints/resume-webhook-endpoint.ts'
import {
  RECOVERY_BACKLOG,
  RECOVERY_BATCH,
  recoverBatch,
} from '#webhooks/recoveries/recover-batch.ts'
import { getRecovery } from '#webhooks/recoveries/queries.ts'
import { startRecovery } from '#webhooks/recoveries/start-recovery.ts'
import { startApi } from '../support/api.ts'
import { inTurn, respond, startReceiver } from '../support/receivers.ts'
import { DAY_MS, HOUR_MS, startDeliveryWorld, type DeliveryWorld } from './world.ts'

describe('recovery of a time range', () => {
  let world: DeliveryWorld
  beforeAll(async () => void (world = await startDeliveryWorld()))
  afterAll(() => world[Symbol.asyncDispose]())

  const url = 'https://93.184.215.14/hooks'
  const batch = (id: string) =>
    world.run(() =>
      world.activities.recoverWebhooks({ tenantId: world.centre.tenantId, subjectId: id }),
    )
  const recover = async (id: string) => {
    for (;;) if ((await batch(id)) === 'finished') return getRecovery(world.centre.ctx, { id })
  }
  const start = (endpoint: { id: string }, startsAt: Date, endsAt?: Date) =>
    startRecovery(world.centre.ctx, { id: endpoint.id, startsAt, ...(endsAt && { endsAt }) })
  const eventIds = (endpoint: { id: string }) =>
    world.deliveriesOf(endpoint).then((rows) => rows.map(({ eventId }) => eventId))
  /** Events of an hour ago, processed without subscribers. */
  const past = async (count: number) => {
    const at = new Date(world.clock.now().getTime() - HOUR_MS)
    await world.query(
      `INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at,
         available_at, done_at)
       SELECT $1, id, 'event', 'child.registered', 'child', 'chd_1', '{"childId":"chd_1"}', '{}',
         $3::timestamptz, $3, $3 FROM unnest($2::text[]) AS id`,
      [world.centre.tenantId, Array.from({ length: count }, () => newId('event')), at],
    )
    return new Date(at.getTime() - 1)
  }

  test('delivers once what an endpoint missed while disabled, and nothing it already has', async () => {
    const { centre, clock } = world
    await using receiver = await startReceiver(inTurn(respond(200), respond(410), respond(200)))
    const endpoint = await world.subscribe(receiver.url)
    const other = await world.subscribe(receiver.url, { eventTypes: ['payment.failed'] })
    const since = clock.now()
    await world.emit(1)
    await world.deliver(endpoint)
    await world.emit(1)
    await world.deliver(endpoint)
    await world.emit(3)
    await world.fanOut()
    await expect(start(endpoint, since)).rejects.toMatchObject({ code: 'endpoint_inactive' })
    await resumeWebhookEndpoint(centre.ctx, { id: endpoint.id })
    expect(await world.deliveriesOf(endpoint)).toHaveLength(2)

    const endsAt = new Date(clock.now().getTime() - 1)
    const [first, second] = [await start(endpoint, since), await start(endpoint, since)]
    const done = await recover(first.id)
    expect(done).toMatchObject({ status: 'DONE', deliveries: 4, statusReason: null })
    expect(done.events).toBeGreaterThanOrEqual(5)
    expect(done.reachedAt).toBe(done.endsAt)
    expect(await recover(second.id)).toMatchObject({ status: 'DONE', deliveries: 0 })
    await world.deliver(endpoint)
    const ids = receiver.requests.map(({ headers }) => String(headers['webhook-id']))
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(5)
    const recovered = (await world.deliveriesOf(endpoint)).filter(
      ({ recoveryId }) => recoveryId === first.id,
    )
    expect(recovered).toHaveLength(4)
    expect(recovered.every(({ status }) => status === 'SUCCEEDED')).toBe(true)
    expect(recovered.filter(({ redeliveryOf }) => redeliveryOf)).toHaveLength(1)
    expect(await recover((await start(endpoint, since, endsAt)).id)).toMatchObject({
      deliveries: 0,
    })
    expect(await recover((await start(other, since)).id)).toMatchObject({ deliveries: 0 })
    for (const { id } of [endpoint, other]) await deleteWebhookEndpoint(centre.ctx, { id })
  })

  test('gives an old event its own 24 hours', async () => {
    const { clock, centre } = world
    await using receiver = await startReceiver(inTurn(respond(500), respond(200)))
    await world.emit(1)
    await world.fanOut()
    const since = new Date(clock.now().getTime() - HOUR_MS)
    clock.advance(10 * DAY_MS)
    const endpoint = await world.subscribe(receiver.url)
    await recover((await start(endpoint, since, new Date(since.getTime() + 2 * HOUR_MS))).id)
    await world.deliver(endpoint)
    expect((await world.deliveriesOf(endpoint)).map(({ status }) => status)).toContain('PENDING')
    clock.advance(20_000)
    await world.deliver(endpoint)
    const statuses = (await world.deliveriesOf(endpoint)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['SUCCEEDED']))
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('works in batches, waits for a busy endpoint, and resumes where it was', async () => {
    const { centre } = world
    const since = await past(2 * RECOVERY_BATCH + 200)
    const endpoint = await world.subscribe(url)
    const { id } = await start(endpoint, since)
    expect([await batch(id), await batch(id)]).toEqual(['more', 'more'])
    expect(await getRecovery(centre.ctx, { id })).toMatchObject({
      status: 'RUNNING',
      events: RECOVERY_BACKLOG,
      deliveries: RECOVERY_BACKLOG,
    })
    expect([await batch(id), await batch(id)]).toEqual(['waiting', 'waiting'])
    await world.query(
      `UPDATE webhook_deliveries SET status = 'SUCCEEDED', next_attempt_at = NULL, finished_at = now()
       WHERE endpoint_id = $1`,
      [endpoint.id],
    )
    expect(await recover(id)).toMatchObject({ status: 'DONE', events: 1_200, deliveries: 1_200 })
    expect(await batch(id)).toBe('finished')
    const ids = await eventIds(endpoint)
    expect(ids).toHaveLength(1_200)
    expect(new Set(ids).size).toBe(1_200)
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('overlaps safely: each delivery is made once, even if two workers run each step', async () => {
    const { centre } = world
    const since = await past(300)
    const endpoint = await world.subscribe(url, { filter: { childId: ['chd_1'] } })
    const ids = [(await start(endpoint, since)).id, (await start(endpoint, since)).id]
    const racers = [...ids, ...ids].map((id) => recoverBatch(centre.ctx, { id }))
    await Promise.all(racers)
    const reports = await Promise.all(ids.map(recover))
    const made = await eventIds(endpoint)
    expect(new Set(made).size).toBe(made.length)
    expect(made.length).toBeGreaterThanOrEqual(300)
    expect(reports.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(made.length)
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('ends when it is cancelled, or the endpoint is disabled or deleted', async () => {
    const { ctx } = world.centre
    const since = await past(1)
    const endpoint = await world.subscribe(url)
    const cancelled = await start(endpoint, since)
    await cancelRecovery(ctx, { id: cancelled.id })
    expect(await recover(cancelled.id)).toMatchObject({ status: 'CANCELLED', deliveries: 0 })
    await expect(cancelRecovery(ctx, { id: cancelled.id })).rejects.toMatchObject({
      code: 'invalid_transition',
    })
    const [disabled, deleted] = [await start(endpoint, since), await start(endpoint, since)]
    await disableEndpoint(ctx, { id: endpoint.id, reason: 'gone' })
    expect(await recover(disabled.id)).toMatchObject({
      status: 'FAILED',
      statusReason: 'endpoint_disabled',
    })
    await deleteWebhookEndpoint(ctx, { id: endpoint.id })
    expect(await recover(deleted.id)).toMatchObject({
      status: 'FAILED',
      statusReason: 'endpoint_deleted',
    })
    expect(await world.deliveriesOf(endpoint)).toEqual([])
  })

  test('refuses an invalid range', async () => {
    await using api = await startApi()
    const client = await api.createTenant()
    const { body } = await client.post<{ id: string }>('/v1/webhook-endpoints', {
      url,
      eventTypes: ['*'],
    })
    const now = api.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const refusals = [
      [{ startsAt: at(HOUR_MS) }, 'startsAt', 'inverted_range'],
      [{ startsAt: at(-HOUR_MS), endsAt: at(-HOUR_MS) }, 'startsAt', 'inverted_range'],
      [{ startsAt: at(-HOUR_MS), endsAt: at(-2 * HOUR_MS) }, 'startsAt', 'inverted_range'],
      [{ startsAt: at(-HOUR_MS), endsAt: at(HOUR_MS) }, 'endsAt', 'in_the_future'],
      [{ endsAt: at(-HOUR_MS) }, 'startsAt', 'required'],
      [{ startsAt: '1800-01-01T00:00:00Z' }, 'startsAt', 'out_of_range'],
    ] as const
    for (const [range, path, code] of refusals) {
      const refused = await client.post(`/v1/webhook-endpoints/${body.id}/recover`, range)
      expect(refused.body).toMatchObject({ code: 'validation_failed', errors: [{ path, code }] })
    }
  })

  test('excludes the time in which an endpoint is paused, and loses nothing', async () => {
    const { centre, clock } = world
    await using receiver = await startReceiver(
      inTurn(respond(500), respond(500), respond(500), respond(200)),
    )
    const endpoint = await world.subscribe(receiver.url)
    await world.emit(1)
    await world.deliver(endpoint)
    await pauseWebhookEndpoint(centre.ctx, { id: endpoint.id })
    clock.advance(3 * DAY_MS)
    await world.emit(2)
    await world.deliver(endpoint)
    expect(receiver.requests).toHaveLength(1)

    await resumeWebhookEndpoint(centre.ctx, { id: endpoint.id })
    await world.deliver(endpoint)
    const waiting = await world.deliveriesOf(endpoint)
    expect(waiting.filter(({ status }) => status === 'FAILED')).toEqual([])
    clock.advance(HOUR_MS)
    await world.deliver(endpoint)
    const statuses = (await world.deliveriesOf(endpoint)).map(({ status }) => status)
    expect(statuses).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })
})
