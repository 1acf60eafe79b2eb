import { randomUUID } from 'node:crypto'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger, type Write } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const TIMES = 100
const PATH = '/v1/appointments'
const effect = 'booking.created'

export const atOnce: Drill = {
  name: 'at-once',
  what: '100 times at once over two API processes: the same key and body, the same key with other bodies, the same slot under other keys',
  run: async (run) => {
    const { site, random, quick, count } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const rounds = quick ? 1 : 5
    for (let round = 0; round < rounds; round += 1) {
      await sameRequest(run, centre)
      await otherBodies(run, centre, ledger)
      await sameSlot(run, centre)
    }
    await settled(run, [centre])
    count('rounds', rounds)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** One intention sent by 100 impatient callers, each until it is answered. */
const sameRequest = async ({ holds }: DrillRun, { client, nextBooking }: Centre) => {
  const write = client.open({ key: randomUUID(), effect })
  const body = nextBooking()
  const settledBodies = await times(() => client.settle(write, { path: PATH, body }))
  const statuses = tally(write.calls.map(({ status }) => status))
  holds('all hear of the one appointment', new Set(settledBodies).size === 1, statuses)
  const only = write.calls.every(({ status }) => status === 201 || status === 409)
  holds('201 or 409 in progress, nothing else', only, statuses)
}

/** The same key for 100 intentions: one is executed, the others get 422. */
const otherBodies = async ({ holds }: DrillRun, centre: Centre, ledger: Ledger) => {
  const { client, nextBooking } = centre
  const write = client.open({ key: randomUUID(), effect })
  const from = ledger.calls.length
  await times(() => client.settle(write, { path: PATH, body: nextBooking() }))
  const found = tally(
    ledger.calls
      .slice(from)
      .filter(({ code }) => code !== 'idempotency_in_progress')
      .map(({ status }) => status),
  )
  holds('one 201, 99 × 422', found[201] === 1 && found[422] === TIMES - 1, found)
}

/** 100 intentions for one slot. */
const sameSlot = async ({ holds }: DrillRun, { client, nextBooking }: Centre) => {
  const body = nextBooking()
  const writes: Write[] = await times(() => client.write({ path: PATH, body, effect }))
  const found = tally(writes.map(({ settled: end }) => end?.status))
  holds('one 201, 99 × 409', found[201] === 1 && found[409] === TIMES - 1, found)
}

const times = <T>(work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: TIMES }, work))

const tally = (statuses: readonly (number | undefined)[]): Record<string, number> => {
  const groups = Map.groupBy(statuses, String)
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]))
}
