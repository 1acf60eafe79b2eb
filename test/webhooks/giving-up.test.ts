import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { disableFailingEndpoints } from '#webhooks/endpoints/disable-failing-endpoints.ts'
import { resumeWebhookEndpoint } from '#webhooks/endpoints/resume-webhook-endpoint.ts'
import { getWebhookEndpoint } from '#webhooks/endpoints/queries.ts'
import { respond, startReceiver, type Receiver } from '../support/receivers.ts'
import { DAY_MS, HOUR_MS, startDeliveryWorld, type DeliveryWorld } from './world.ts'

describe('failing endpoints', () => {
  let world: DeliveryWorld
  let receiver: Receiver
  let answer = 500
  beforeAll(async () => {
    world = await startDeliveryWorld()
    receiver = await startReceiver((response, request) => respond(answer)(response, request))
  })
  afterAll(async () => {
    await receiver[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })
  beforeEach(() => void (answer = 500))

  const giveUp = () => world.run(() => world.activities.disableFailingEndpoints())
  /** An event on each of several days, and the resulting due work. */
  const days = async (endpoint: { id: string }, count: number) => {
    for (let day = 0; day < count; day += 1) {
      await world.emit(1)
      await world.deliver(endpoint)
      world.clock.advance(DAY_MS)
    }
  }
  const show = (endpoint: { id: string }) => getWebhookEndpoint(world.centre.ctx, endpoint)

  test('are disabled once after five days, their deliveries fail, and the others of the tenant are notified', async () => {
    const endpoint = await world.subscribe(receiver.url)
    const witness = await world.subscribe(receiver.url, {
      eventTypes: ['webhook_endpoint.disabled'],
    })
    await days(endpoint, 5)
    expect(await giveUp()).toBe(0)
    expect(await show(endpoint)).toMatchObject({ status: 'ACTIVE', health: { state: 'FAILING' } })
    await world.emit(1)
    await world.deliver(endpoint)
    expect(await giveUp()).toBe(1)
    expect(await giveUp()).toBe(0)
    const disabled = await show(endpoint)
    expect(disabled).toMatchObject({
      status: 'DISABLED',
      statusReason: 'failing',
      health: { state: 'DISABLED', reason: 'failing' },
    })
    const deliveries = await world.deliveriesOf(endpoint)
    expect(deliveries).toHaveLength(6)
    expect(deliveries.every(({ status }) => status === 'FAILED')).toBe(true)

    answer = 200
    await world.deliver(witness)
    const told = receiver.requests.at(-1)!
    expect(JSON.parse(told.body.toString())).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { endpointId: endpoint.id, reason: 'failing' },
    })
    expect(await world.deliveriesOf(witness)).toHaveLength(1)
    const rows = await world.query(
      `SELECT actor_kind, workflow_id IS NOT NULL AS named FROM audit_entries
       WHERE action = 'disableFailingEndpoints'`,
    )
    expect(rows).toEqual([{ actor_kind: 'SYSTEM', named: true }])
    for (const { id } of [endpoint, witness]) await deleteWebhookEndpoint(world.centre.ctx, { id })
  })

  test('stay enabled if an attempt succeeded, none was made, or they were resumed', async () => {
    const mended = await world.subscribe(receiver.url)
    await days(mended, 3)
    answer = 200
    await days(mended, 1)
    answer = 500
    await days(mended, 4)
    expect(await giveUp()).toBe(0)
    await deleteWebhookEndpoint(world.centre.ctx, { id: mended.id })

    const quiet = await world.subscribe(receiver.url)
    await days(quiet, 1)
    world.clock.advance(30 * DAY_MS)
    expect(await giveUp()).toBe(0)
    expect(await show(quiet)).toMatchObject({ status: 'ACTIVE', health: { state: 'FAILING' } })
    await world.emit(1)
    await world.deliver(quiet)
    expect(await giveUp()).toBe(0)
    await resumeWebhookEndpoint(world.centre.ctx, { id: quiet.id })
    world.clock.advance(13 * HOUR_MS)
    await world.deliver(quiet)
    expect(await giveUp()).toBe(0)
    await deleteWebhookEndpoint(world.centre.ctx, { id: quiet.id })
  })

  test('are disabled in batches, and one that was resumed in the meantime is skipped', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 5 }, () => world.subscribe(receiver.url)),
    )
    for (const endpoint of endpoints) {
      await world.emit(1)
      await world.deliver(endpoint)
    }
    for (const ms of [5 * DAY_MS, 13 * HOUR_MS]) {
      world.clock.advance(ms)
      await world.emit(1)
      for (const endpoint of endpoints) await world.deliver(endpoint)
    }
    const stopped = { signal: AbortSignal.abort(new Error('stopping')) }
    await expect(disableFailingEndpoints(world.platform, stopped)).rejects.toThrow('stopping')
    const [resumed, ...others] = endpoints
    await resumeWebhookEndpoint(world.centre.ctx, { id: resumed!.id })
    const runs = [1, 2].map(() => disableFailingEndpoints(world.platform, { batchSize: 2 }))
    await Promise.all(runs)
    expect((await show(resumed!)).status).toBe('ACTIVE')
    for (const endpoint of others) expect((await show(endpoint)).status).toBe('DISABLED')
    const events = await world.query(
      `SELECT subject_id FROM outbox WHERE type = 'webhook_endpoint.disabled' AND subject_id = ANY ($1)`,
      [others.map(({ id }) => id)],
    )
    expect(events).toHaveLength(4)
  })
})
