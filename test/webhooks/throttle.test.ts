import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Throttle } from '#webhooks/deliveries/throttle.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { startDeliveryWorld, type DeliveryWorld } from './world.ts'

describe('an endpoint with a limit of events per second', () => {
  let world: DeliveryWorld

  beforeAll(async () => {
    world = await startDeliveryWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('gets all events within the limit', async () => {
    const arrivals: number[] = []
    await using receiver = await startReceiver((...exchange) => {
      arrivals.push(performance.now())
      return respond(200)(...exchange)
    })
    const endpoint = await world.subscribe(receiver.url, { maxEventsPerSecond: 20 })
    await world.emit(50)
    await world.deliver(endpoint)
    expect(arrivals).toHaveLength(50)
    // 50 at 20 per second, of which the bucket held two.
    expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(1_500)
  })

  test('uses a bucket that refills with time, has a tenth of a second, and reports the wait', () => {
    const throttle = new Throttle(100, 0)
    const taken = (now: number) => {
      let count = 0
      for (; throttle.waitMs(now) === 0; throttle.take()) count += 1
      return count
    }
    expect(taken(0)).toBe(10)
    expect(throttle.waitMs(0)).toBe(10)
    expect(taken(50)).toBe(5)
    expect(taken(60_000)).toBe(10)
    expect(new Throttle(1, 0).waitMs(0)).toBe(0)
  })
})
