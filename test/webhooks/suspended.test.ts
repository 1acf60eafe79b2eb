import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumeTenant } from '#organization/tenants/resume-tenant.ts'
import { suspendTenant } from '#organization/tenants/suspend-tenant.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { DAY_MS, startDeliveryWorld, type DeliveryWorld } from './world.ts'

let world: DeliveryWorld
beforeAll(async () => void (world = await startDeliveryWorld()))
afterAll(() => world[Symbol.asyncDispose]())

const standingOf = async ({ id }: { id: string }) => {
  const [row] = await world.query<{ status: string; reason: string | null }>(
    'SELECT status, status_reason AS reason FROM webhook_endpoints WHERE id = $1',
    [id],
  )
  return [row!.status, row!.reason]
}

test('webhooks of a suspended centre wait, and have 24 hours from its resumption', async () => {
  await using receiver = await startReceiver(respond(200))
  const endpoint = await world.subscribe(receiver.url)
  const paused = await world.subscribe(receiver.url)
  await pauseWebhookEndpoint(world.centre.ctx, { id: paused.id, version: undefined })
  await world.emit(3)
  const operator = { ...world.centre.ctx, whileSuspended: true } as const
  await suspendTenant(operator, { reason: 'The contract ended.' })
  await world.deliver(endpoint)
  expect(receiver.requests).toHaveLength(0)
  expect(await standingOf(endpoint)).toEqual(['PAUSED', 'centre_suspended'])

  world.clock.advance(3 * DAY_MS)
  await resumeTenant(operator)
  expect(await standingOf(endpoint)).toEqual(['ACTIVE', null])
  // People had paused it and resume it.
  expect(await standingOf(paused)).toEqual(['PAUSED', null])
  await world.deliver(endpoint)
  expect(receiver.requests).toHaveLength(3)
  const deliveries = await world.deliveriesOf(endpoint)
  expect(deliveries.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
})
