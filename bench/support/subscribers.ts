import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createOutboxWaker } from '#platform/outbox/outbox-waker.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { createEndpoint } from '../../test/support/create-endpoint.ts'
import { childEvents } from '#people/children/events.ts'

/** A centre with one webhook endpoint. */
export interface Subscriber {
  ctx: OutsideContext
  endpointId: string
}

export const createSubscribers = async (
  platform: OpenPlatform,
  count: number,
  urlOf: (index: number) => string,
): Promise<Subscriber[]> => {
  const subscribers: Subscriber[] = []
  for (let index = 0; index < count; index += 1) {
    const { id: tenantId } = await createTenant(platform, { name: `Centre ${index}` })
    const ctx = systemContext(platform, { tenantId, action: 'bench' })
    const { id: endpointId } = await subscribe(ctx, urlOf(index))
    subscribers.push({ ctx, endpointId })
  }
  return subscribers
}

/** So many further endpoints of a centre, all with this URL. */
export const createEndpoints = async (
  { ctx }: Subscriber,
  count: number,
  url: string,
): Promise<void> => {
  for (let made = 0; made < count; made += 1) await subscribe(ctx, url)
}

const subscribe = (ctx: OutsideContext, url: string) =>
  createEndpoint(ctx, { url, eventTypes: ['child.registered'] })

/** Commits events of a centre in one transaction and wakes the relay, as a write of the API does. */
export const createEmitter = (platform: OpenPlatform) => {
  const { wake } = createOutboxWaker(platform)
  return async ({ ctx }: Subscriber, count = 1): Promise<void> => {
    await transact(ctx, 'children:write', async (tx) => {
      tx.nothingChanged({ type: 'child', id: newId('child') })
      for (let index = 0; index < count; index += 1) {
        const childId = newId('child')
        tx.emit(childEvents['child.registered'], { type: 'child', id: childId }, { childId })
      }
    })
    wake()
  }
}
