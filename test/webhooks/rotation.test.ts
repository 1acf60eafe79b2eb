import { createPublicKey } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listKeys } from '#platform/identity/list-keys.ts'
import { rotateKey } from '#platform/identity/rotate-key.ts'
import type { PublicJwk } from '#platform/identity/signing-key.ts'
import { publicKeys } from '#platform/identity/signing-keys.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { getWebhookEndpoint } from '#webhooks/endpoints/queries.ts'
import { rotateSecret } from '#webhooks/endpoints/rotate-secret.ts'
import { verifyV2 } from '../../providers/webhooks/index.ts'
import {
  respond,
  startReceiver,
  type Behavior,
  type ReceivedRequest,
} from '../support/receivers.ts'
import { eventually, openTestPlatform } from '../workflows/support.ts'
import {
  DAY_MS,
  HOUR_MS,
  signatures,
  startDeliveryWorld,
  verifiedWith,
  type DeliveryWorld,
} from './world.ts'

const MINUTE_MS = 60_000

describe('rotation while deliveries run', () => {
  let world: DeliveryWorld
  beforeAll(async () => void (world = await startDeliveryWorld()))
  afterAll(() => world[Symbol.asyncDispose]())

  /** Responds with 401 if verification fails, as a receiver should. */
  const strict =
    (secret: () => string, refused: ReceivedRequest[]): Behavior =>
    (response, request) => {
      const ok = verifiedWith(request, secret(), world.clock.now())
      if (!ok) refused.push(request)
      return respond(ok ? 200 : 401)(response, request)
    }

  test('both secrets verify for 24 hours, and no delivery fails', async () => {
    const { clock, centre } = world
    const held = { stays: '', changes: '', atOnce: '' }
    const refused = { stays: [], changes: [], atOnce: [] } as Record<
      keyof typeof held,
      ReceivedRequest[]
    >
    await using stays = await startReceiver(strict(() => held.stays, refused.stays))
    await using changes = await startReceiver(strict(() => held.changes, refused.changes))
    await using atOnce = await startReceiver(strict(() => held.atOnce, refused.atOnce))
    const receivers = { stays, changes, atOnce }
    const made = {
      stays: await world.subscribe(stays.url),
      changes: await world.subscribe(changes.url),
      atOnce: await world.subscribe(atOnce.url),
    }
    const endpoints = Object.values(made)
    for (const name of ['stays', 'changes', 'atOnce'] as const) held[name] = made[name].secret
    const deliver = () => Promise.all(endpoints.map((endpoint) => world.deliver(endpoint)))

    // Events continue while all three are rotated; one receiver switches its secret at that moment.
    let emitted = 0
    const underWay = Promise.withResolvers<void>()
    const load = async () => {
      for (let round = 0; round < 25; round += 1) {
        emitted += (await world.emit(10)).length
        await world.fanOut()
        if (round === 8) underWay.resolve()
      }
    }
    const loading = load()
    const delivering = underWay.promise.then(deliver)
    await eventually(async () => stays.requests.length > 0)
    const rotate = ({ id }: { id: string }) => rotateSecret(centre.ctx, { id, overlapHours: 24 })
    const rotated = {
      stays: await rotate(made.stays),
      changes: await rotate(made.changes),
      atOnce: await rotate(made.atOnce),
    }
    held.atOnce = rotated.atOnce.secret
    expect(rotated.stays.secret).not.toBe(made.stays.secret)
    await loading
    await delivering
    await deliver()

    // Attempts in progress with only the old signature are repeated with both.
    clock.advance(6_000)
    await deliver()
    for (const hour of [6, 12, 18, 23]) {
      clock.advance(hour === 23 ? 5 * HOUR_MS : 6 * HOUR_MS)
      if (hour === 12) held.changes = rotated.changes.secret
      emitted += (await world.emit(20)).length
      await deliver()
    }

    expect(emitted).toBe(330)
    expect(refused.stays).toEqual([])
    expect(refused.changes).toEqual([])
    for (const request of refused.atOnce) expect(signatures(request)).toBe(1)
    for (const name of ['stays', 'changes', 'atOnce'] as const) {
      const deliveries = await world.deliveriesOf(made[name])
      expect(deliveries).toHaveLength(emitted)
      expect(deliveries.filter(({ status }) => status !== 'SUCCEEDED')).toEqual([])
      expect(receivers[name].requests).toHaveLength(emitted + refused[name].length)
      expect(signatures(receivers[name].requests.at(-1)!)).toBe(2)
    }

    // A day after the rotation the old secret has expired.
    clock.advance(HOUR_MS)
    await world.emit(1)
    await deliver()
    expect(refused.stays).toHaveLength(1)
    expect(signatures(refused.stays[0]!)).toBe(1)
    expect(refused.changes).toEqual([])
    expect((await getWebhookEndpoint(centre.ctx, made.stays)).previousSecretExpiresAt).toBeNull()
    for (const { id } of endpoints) await deleteWebhookEndpoint(centre.ctx, { id })
  })

  test('a second rotation signs with all valid secrets, and no overlap leaves only the new one', async () => {
    const { centre, clock } = world
    await using receiver = await startReceiver(respond(200))
    const first = await world.subscribe(receiver.url)
    const second = await rotateSecret(centre.ctx, { id: first.id, overlapHours: 24 })
    expect(second.previousSecretExpiresAt).toBe(
      new Date(Date.parse(second.updatedAt) + DAY_MS).toISOString(),
    )
    const third = await rotateSecret(centre.ctx, { id: first.id, overlapHours: 1 })
    await world.emit(1)
    await world.deliver(first)
    const [both] = receiver.requests
    expect(signatures(both!)).toBe(3)
    for (const { secret } of [first, second, third])
      expect(verifiedWith(both!, secret, clock.now())).toBe(true)

    await rotateSecret(centre.ctx, { id: first.id, overlapHours: 24 })
    await expect(
      rotateSecret(centre.ctx, { id: first.id, overlapHours: 24 }),
    ).rejects.toMatchObject({
      code: 'too_many_secrets',
    })
    const last = await rotateSecret(centre.ctx, { id: first.id, overlapHours: 0 })
    expect(last.previousSecretExpiresAt).toBeNull()
    await world.emit(1)
    await world.deliver(first)
    expect(signatures(receiver.requests[1]!)).toBe(1)
    expect(verifiedWith(receiver.requests[1]!, last.secret, clock.now())).toBe(true)
    await deleteWebhookEndpoint(centre.ctx, { id: first.id })
  })

  test('deliveries in the memory of a worker use the current endpoint, and stop when it is paused', async () => {
    const { centre, clock, activities } = world
    await using receiver = await startReceiver(respond(200))
    const endpoint = await world.subscribe(receiver.url, { maxEventsPerSecond: 20 })
    await world.emit(120)
    await world.fanOut()
    const activity = new MockActivityEnvironment()
    const subject = { tenantId: centre.tenantId, subjectId: endpoint.id }
    const lease = activity.run(() => activities.deliverDue(subject))
    await eventually(async () => receiver.requests.length >= 5)
    const { secret } = await rotateSecret(centre.ctx, { id: endpoint.id, overlapHours: 0 })
    const signed = (request: (typeof receiver.requests)[number]) =>
      verifiedWith(request, secret, clock.now())
    const atRotation = receiver.requests.length
    await eventually(async () => receiver.requests.filter(signed).length > 5)
    const first = receiver.requests.findIndex(signed)
    // A second's worth: the worker checks twice a second.
    expect(first - atRotation).toBeLessThan(20)
    expect(receiver.requests.slice(first).filter((request) => !signed(request))).toEqual([])

    await pauseWebhookEndpoint(centre.ctx, { id: endpoint.id })
    await lease
    const atPause = receiver.requests.length
    expect(atPause).toBeLessThan(100)
    const pending = (await world.deliveriesOf(endpoint)).filter(
      ({ status }) => status === 'PENDING',
    )
    expect(pending).toHaveLength(120 - atPause)
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a receiver that reads the key set every five minutes never meets an unknown key', async () => {
    const { clock, database } = world
    // The API and the operator are separate processes, so neither sees the other's changes immediately.
    await using api = openTestPlatform(database, clock)
    await using operator = openTestPlatform(database, clock)
    let known: { readAt: number; keys: PublicJwk[] } | undefined
    const kids: string[] = []
    const refused: unknown[] = []
    await using receiver = await startReceiver(async (response, request) => {
      const now = clock.now().getTime()
      if (!known || now - known.readAt > 5 * MINUTE_MS)
        known = { readAt: now, keys: await publicKeys(api, 'webhook') }
      const { headers } = request
      const verification = verifyV2({
        header: String(headers['x-service-signature']),
        now,
        eventId: String(headers['webhook-id']),
        attempt: Number(headers['x-service-attempt']),
        endpointId: endpoint.id,
        url: receiver.url,
        body: request.body.toString(),
        keyFor: (kid) => {
          kids.push(kid)
          const key = known!.keys.find((jwk) => jwk.kid === kid)
          return key && createPublicKey({ key, format: 'jwk' })
        },
      })
      if (!verification.ok) refused.push(verification)
      return respond(verification.ok ? 204 : 401)(response, request)
    })
    const endpoint = await world.subscribe(receiver.url, { signatureSchemes: ['v1', 'v2'] })
    const tick = async () => {
      await world.emit(5)
      await world.deliver(endpoint)
    }
    await tick()
    const [before] = kids
    // The API has just read the keys when the operator creates another.
    await publicKeys(api, 'webhook')
    const { kid } = await rotateKey(operator, 'webhook')
    expect(await listKeys(operator, 'webhook')).toMatchObject([
      { kid, signs: false, retiredAt: null },
      { kid: before, signs: true },
    ])
    for (let minute = 0; minute < 8; minute += 1) {
      await tick()
      clock.advance(MINUTE_MS)
    }
    expect(refused).toEqual([])
    expect(receiver.requests).toHaveLength(45)
    expect([...new Set(kids)]).toEqual([before, kid])
    expect(kids.lastIndexOf(before!)).toBeLessThan(kids.indexOf(kid))

    const published = async () => (await publicKeys(api, 'webhook')).map((key) => key.kid)
    expect(await published()).toEqual([kid, before])
    clock.advance(7 * DAY_MS)
    expect(await published()).toEqual([kid])
  })
})
