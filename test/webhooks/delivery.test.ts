import { createPublicKey } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { publicKeys } from '#platform/identity/signing-keys.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'
import { createOutboxWaker } from '#platform/outbox/outbox-waker.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { resumeWebhookEndpoint } from '#webhooks/endpoints/resume-webhook-endpoint.ts'
import {
  getDelivery,
  getWebhookEndpoint,
  listDeliveries,
  listDeliveryAttempts,
} from '#webhooks/endpoints/queries.ts'
import { getRecovery } from '#webhooks/recoveries/queries.ts'
import { redeliverDelivery } from '#webhooks/deliveries/redeliver-delivery.ts'
import { sendTestEvent } from '#webhooks/endpoints/send-test-event.ts'
import { startRecovery } from '#webhooks/recoveries/start-recovery.ts'
import { verifyV1, verifyV2 } from '../../providers/webhooks/index.ts'
import { listenForNotifications } from '../../relay/notifications.ts'
import { startRelay } from '../../relay/relay.ts'
import { inTurn, respond, startReceiver, type Receiver } from '../support/receivers.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

describe('webhook delivery, from the commit to the receiver', () => {
  const stack = new AsyncDisposableStack()
  let platform: OpenPlatform
  let centre: Centre
  let wake: () => void
  let day = 1

  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    wake = createOutboxWaker(platform).wake
    const { namespace, client, connection } = stack.use(
      await openNamespace(platform, temporalAddress()),
    )
    const deliveries = createTestDeliveries(platform)
    stack.use(
      listenForNotifications({
        url: database.systemUrl,
        channels: { [CHANNELS.deliveries]: (ids) => deliveries.announce(ids) },
      }),
    )
    stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  })
  afterAll(() => stack.disposeAsync())

  const book = async () => {
    const startsAt = new Date(Date.now() + (day++ + 3) * 86_400_000)
    const { childId, providerId, ctx } = centre
    const booked = await createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt,
    })
    wake()
    return booked
  }

  const subscribe = (receiver: Receiver) =>
    createEndpoint(centre.ctx, {
      url: `${receiver.url}/hooks`,
      eventTypes: ['booking.created'],
      signatureSchemes: ['v1', 'v2'],
    })

  const deliveriesOf = (endpointId: string) =>
    listDeliveries(centre.ctx, { ...page, endpointId }).then(({ data }) => data)

  const breakerOf = async (endpointId: string) => {
    const { rows } = await platform.database.system.query<{ openings: number; until: Date | null }>(
      'SELECT breaker_openings AS openings, breaker_until AS until FROM webhook_endpoints WHERE id = $1',
      [endpointId],
    )
    return rows[0]!
  }

  const received = (receiver: Receiver, count: number) =>
    eventually(async () => receiver.requests.length >= count && receiver.requests, {
      what: `request ${count}`,
    })

  test('a booking reaches its subscriber, signed so that Stripe’s SDK and our v2 verify it', async () => {
    await using receiver = await startReceiver(respond(200, { body: 'thanks' }))
    const endpoint = await subscribe(receiver)
    const booked = await book()

    const [request] = await received(receiver, 1)
    const body = request!.body.toString()
    const envelope = JSON.parse(body) as { id: string; data: { bookingId: string } }
    expect(envelope).toEqual({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'booking.created',
      createdAt: expect.stringMatching(/Z$/) as string,
      data: {
        bookingId: booked.id,
        appointmentId: booked.id,
        childId: centre.childId,
        service: 'THERAPY_SESSION',
        serviceCode: null,
        amount: 0,
        priceKnown: false,
        currency: 'EUR',
        providerId: centre.providerId,
        locationId: centre.locationId,
        startsAt: booked.startsAt,
        endsAt: booked.endsAt,
        status: 'CONFIRMED',
      },
    })
    const signature = String(request!.headers['x-service-signature'])
    const stripe = new Stripe('sk_test_unused')
    expect(
      stripe.webhooks.constructEvent(body, signature, endpoint.secret) as unknown,
    ).toMatchObject({ id: envelope.id })
    const published = await publicKeys(platform, 'webhook')
    const verification = verifyV2({
      header: signature,
      now: Date.now(),
      eventId: String(request!.headers['webhook-id']),
      attempt: Number(request!.headers['x-service-attempt']),
      endpointId: endpoint.id,
      url: `${receiver.url}/hooks`,
      body,
      keyFor: (kid) => {
        const key = published.find((jwk) => jwk.kid === kid)
        return key && createPublicKey({ key, format: 'jwk' })
      },
    })
    expect(verification.ok).toBe(true)

    const [delivery] = await eventually(async () => {
      const rows = await deliveriesOf(endpoint.id)
      return rows[0]?.status === 'SUCCEEDED' && rows
    })
    expect(delivery).toMatchObject({ eventId: envelope.id, attemptCount: 1, lastReason: null })
    const { data: attempts } = await listDeliveryAttempts(centre.ctx, { id: delivery!.id })
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'SUCCEEDED', statusCode: 200, responseBody: 'thanks' },
    ])
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a test event reaches only its endpoint, marked, with the custom headers of the endpoint', async () => {
    await using receiver = await startReceiver(respond(200))
    const endpoint = await createEndpoint(centre.ctx, {
      url: receiver.url,
      eventTypes: ['payment.failed'],
      headers: { Authorization: 'Bearer s3cret', 'X-Centre': 'mitte' },
    })
    const sent = await sendTestEvent(centre.ctx, { id: endpoint.id, eventType: 'booking.created' })
    wake()
    const [request] = await received(receiver, 1)
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      'x-centre': 'mitte',
      'content-type': 'application/json',
    })
    const body = request!.body.toString()
    expect(JSON.parse(body)).toMatchObject({
      id: sent.eventId,
      type: 'booking.created',
      test: true,
      data: { service: 'EARLY_INTERVENTION' },
    })
    const signature = String(request!.headers['x-service-signature'])
    const { secret } = endpoint
    const verification = verifyV1({ header: signature, secret, body, now: Date.now() })
    expect(verification.ok).toBe(true)
    await eventually(
      async () => (await getDelivery(centre.ctx, { id: sent.id })).status === 'SUCCEEDED',
    )
    const { health } = await getWebhookEndpoint(centre.ctx, endpoint)
    expect(health).toMatchObject({ state: 'HEALTHY', lastFailureAt: null })
    expect(health.lastSuccessAt).not.toBeNull()
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a recovery runs in its workflow, and its progress is readable', async () => {
    const since = new Date()
    await book()
    await book()
    await eventually(async () => (await outboxBacklog(platform)).pending === 0)
    await using receiver = await startReceiver(respond(200))
    const endpoint = await subscribe(receiver)
    const { id, status } = await startRecovery(centre.ctx, { id: endpoint.id, startsAt: since })
    expect(status).toBe('RUNNING')
    wake()
    const done = await eventually(async () => {
      const recovery = await getRecovery(centre.ctx, { id })
      return recovery.status === 'DONE' && recovery
    })
    expect(done.deliveries).toBe(2)
    await received(receiver, 2)
    const { data } = await listDeliveries(centre.ctx, { ...page, recoveryId: id })
    expect(data.map(({ eventId }) => eventId).toSorted()).toEqual(
      receiver.requests.map(({ headers }) => String(headers['webhook-id'])).toSorted(),
    )
    await eventually(async () =>
      (await deliveriesOf(endpoint.id)).every(({ status }) => status === 'SUCCEEDED'),
    )
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a failed attempt is repeated with the same event id and bytes', async () => {
    await using receiver = await startReceiver(inTurn(respond(500), respond(204)))
    const endpoint = await subscribe(receiver)
    await book()
    const [first, second] = await received(receiver, 2)
    expect(second!.body.equals(first!.body)).toBe(true)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.headers['x-service-attempt']).toBe('2')
    await eventually(async () => (await deliveriesOf(endpoint.id))[0]?.status === 'SUCCEEDED')
    await eventually(
      async () => (await getWebhookEndpoint(centre.ctx, endpoint)).failingStartedAt === null,
    )
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('an endpoint that is down gets a few attempts, and everything it missed when it returns', async () => {
    let answer = respond(503)
    await using receiver = await startReceiver((...exchange) => answer(...exchange))
    const endpoint = await subscribe(receiver)
    for (let count = 0; count < 40; count += 1) await book()
    await eventually(async () => (await breakerOf(endpoint.id)).openings > 0)
    const tried = receiver.requests.length
    expect(tried).toBeLessThan(80)
    answer = respond(200)
    await eventually(async () =>
      (await deliveriesOf(endpoint.id)).every(({ status }) => status === 'SUCCEEDED'),
    )
    expect(await breakerOf(endpoint.id)).toEqual({ openings: 0, until: null })
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a paused endpoint keeps its deliveries and gets them when it is resumed', async () => {
    await using receiver = await startReceiver(respond(200))
    const endpoint = await subscribe(receiver)
    await pauseWebhookEndpoint(centre.ctx, { id: endpoint.id })
    await book()
    await book()
    await eventually(async () => (await deliveriesOf(endpoint.id)).length === 2)
    expect(receiver.requests).toHaveLength(0)

    await resumeWebhookEndpoint(centre.ctx, { id: endpoint.id })
    wake()
    await received(receiver, 2)
    await eventually(async () =>
      (await deliveriesOf(endpoint.id)).every(({ status }) => status === 'SUCCEEDED'),
    )
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a redelivery repeats the event under its id, as a new delivery', async () => {
    await using receiver = await startReceiver(respond(200))
    const endpoint = await subscribe(receiver)
    await book()
    await received(receiver, 1)
    const [original] = await deliveriesOf(endpoint.id)
    const again = await redeliverDelivery(centre.ctx, { id: original!.id })
    wake()
    const [first, second] = await received(receiver, 2)
    expect(second!.body.equals(first!.body)).toBe(true)
    expect(again).toMatchObject({ redeliveryOf: original!.id, eventId: original!.eventId })
    await eventually(
      async () => (await getDelivery(centre.ctx, { id: again.id })).status === 'SUCCEEDED',
    )
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a delivery shows the last response, and a redelivery says that the event is repeated', async () => {
    await using receiver = await startReceiver(respond(500))
    const endpoint = await subscribe(receiver)
    await book()
    await eventually(async () => (await deliveriesOf(endpoint.id))[0]?.lastStatusCode === 500)
    await pauseWebhookEndpoint(centre.ctx, { id: endpoint.id })
    const [waiting] = await deliveriesOf(endpoint.id)
    expect(waiting).toMatchObject({ status: 'PENDING', lastReason: 'http_status' })
    const again = await redeliverDelivery(centre.ctx, { id: waiting!.id })
    expect(again).toMatchObject({
      lastStatusCode: null,
      pendingRetryAt: waiting!.nextAttemptAt,
    })
    await deleteWebhookEndpoint(centre.ctx, { id: endpoint.id })
  })

  test('a receiver that is gone is disabled, its deliveries fail, and the other receivers are notified', async () => {
    await using gone = await startReceiver(respond(410))
    await using other = await startReceiver(respond(200))
    const endpoint = await subscribe(gone)
    const witness = await createEndpoint(centre.ctx, {
      url: other.url,
      eventTypes: ['webhook_endpoint.disabled'],
    })
    await book()
    const [told] = await received(other, 1)
    expect(JSON.parse(told!.body.toString())).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { endpointId: endpoint.id, reason: 'gone' },
    })
    expect(await getWebhookEndpoint(centre.ctx, endpoint)).toMatchObject({
      status: 'DISABLED',
      statusReason: 'gone',
    })
    const [delivery] = await deliveriesOf(endpoint.id)
    expect(delivery).toMatchObject({ status: 'FAILED', lastReason: 'endpoint_gone' })
    await expect(redeliverDelivery(centre.ctx, { id: delivery!.id })).rejects.toMatchObject({
      code: 'endpoint_inactive',
    })
    for (const { id } of [endpoint, witness]) await deleteWebhookEndpoint(centre.ctx, { id })
  })

  test('an address that webhooks may not call is refused when the endpoint is created', async () => {
    const refused = createEndpoint(centre.ctx, {
      url: 'https://169.254.169.254/latest',
      eventTypes: ['*'],
    })
    await expect(refused).rejects.toMatchObject({ code: 'address_refused' })
  })
})
