import { afterAll, beforeAll, expect, test } from 'vitest'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { systemClock } from '#platform/core/time/clock.ts'
import { openTestPlatform } from '../workflows/support.ts'
import { startDeliveryWorld, type DeliveryWorld } from './world.ts'

/** Two relays for a moment: one that has unknowingly lost its lock, and the current one. */

let world: DeliveryWorld
/** Two processes whose PostgreSQL uses different joins and so finds endpoints in different orders. */
let relays: OpenPlatform[]
const stack = new AsyncDisposableStack()

const ENDPOINTS = 5
const EVENTS = 8
const PLANS = [
  ['enable_nestloop'],
  ['enable_hashjoin', 'enable_mergejoin', 'enable_indexscan', 'enable_bitmapscan'],
]

beforeAll(async () => {
  world = stack.use(await startDeliveryWorld())
  relays = PLANS.map((settings) => {
    const systemUrl = new URL(world.database.systemUrl)
    systemUrl.searchParams.set('options', settings.map((name) => `-c ${name}=off`).join(' '))
    return stack.use(
      openTestPlatform({ ...world.database, systemUrl: systemUrl.href }, systemClock),
    )
  })
  for (let index = 0; index < ENDPOINTS; index += 1)
    await world.subscribe(`http://127.0.0.1:9/${index}`)
  // Each row takes a moment, so both statements run at the same time.
  await world.query(`CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(0.005); RETURN NEW; END $$`)
  await world.query(`CREATE TRIGGER take_a_moment BEFORE INSERT ON webhook_deliveries
    FOR EACH ROW EXECUTE FUNCTION take_a_moment()`)
})
afterAll(() => stack.disposeAsync())

test('two fan-outs share the same events without a deadlock, and deliver each once per endpoint', async () => {
  for (let round = 1; round <= 5; round += 1) {
    await world.emit(EVENTS)
    const done = await Promise.all(relays.map((platform) => fanOutEvents(platform, 100)))
    expect(done.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(EVENTS * ENDPOINTS)
    expect(done.flatMap(({ woken }) => woken).length).toBe(round === 1 ? ENDPOINTS : 0)
    const [found] = await world.query<{ deliveries: number; pairs: number; waiting: number }>(
      `SELECT count(*)::int AS deliveries, count(DISTINCT (event_id, endpoint_id))::int AS pairs,
              (SELECT count(*)::int FROM outbox WHERE kind = 'event' AND done_at IS NULL) AS waiting
       FROM webhook_deliveries`,
    )
    const all = round * EVENTS * ENDPOINTS
    expect(found).toEqual({ deliveries: all, pairs: all, waiting: 0 })
  }
})
