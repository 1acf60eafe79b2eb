import { setTimeout as sleep } from 'node:timers/promises'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { createChild } from '#people/children/create-child.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { inZone } from '#platform/core/time/time.ts'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'
import { holdExpiryWorkflow } from '#scheduling/holds/workflows.ts'
import { waitlistOfferWorkflow } from '#scheduling/waitlist/workflows.ts'

/** Slots freed at the same time, each with a family waiting for its provider, and holds beside them. */
const SLOTS = 8
const HOLDS = 60
/** The kill happens within this many milliseconds after the first sign of the interrupted work. */
const LATEST_KILL_MS = 400
const POLL_MS = 20
const LONGEST_MS = 120_000

export const killInOffers: Drill = {
  name: 'kill-in-offers',
  what: 'kill -9 of all workers in the middle of offers to the waitlist, and of the expiry of offers and holds',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { tenantId } = centre
    // Nobody is contacted at night, and drills run at any hour.
    await patchMessageSettings(centre.ctx, { version: undefined, patch: { quietHours: null } })
    const service = await createService(
      centre.ctx,
      CreateService.parse({ code: 'LISTED', name: 'Listed', durationMinutes: 45, amount: 8500 }),
    )
    const rounds = quick ? 1 : 5
    let [inOffers, inExpiries] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      run.say(`round ${round + 1} of ${rounds}`)
      const found = async () => (await site.query<Found>(FOUND, [tenantId]))[0]!
      const before = await found()
      await freeSlots(centre, service.id)
      if (await killed(run, async () => (await found()).offers > before.offers)) {
        if ((await found()).offers < before.offers + SLOTS) inOffers += 1
      }
      await restarted(run, async () => (await found()).open === SLOTS)
      const made = await found()
      holds('each slot is held for one entry, and each entry offered one', isExclusive(made), made)

      await holdSome(centre)
      const endsAt = await endSoon(run, centre)
      if (await killed(run, () => Promise.resolve(performance.now() > endsAt))) {
        const { held, open } = await found()
        if (held + open > 0) inExpiries += 1
      }
      await restarted(run, async () => {
        const { held, open } = await found()
        return held === 0 && open === 0
      })
      const ended = await found()
      holds('each hold and each offer ended once', isEnded(ended, round + 1), ended)
    }
    await settled(run, [centre])
    count('slots offered', rounds * SLOTS)
    count('holds', rounds * HOLDS)
    count('killed in the middle of offers', inOffers)
    count('killed in the middle of expiries', inExpiries)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** Waits for the first sign of work, then kills all workers at a random moment; false if it never came. */
const killed = async ({ site, random }: DrillRun, begun: () => Promise<boolean>) => {
  const deadline = performance.now() + LONGEST_MS
  while (!(await begun()) && performance.now() < deadline) await sleep(POLL_MS)
  await sleep(random.between(0, LATEST_KILL_MS))
  await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
  return performance.now() < deadline
}

const restarted = async ({ site, holds }: DrillRun, done: () => Promise<boolean>) => {
  await Promise.all(site.workers.map((it) => it.start()))
  const deadline = performance.now() + LONGEST_MS
  while (!(await done()) && performance.now() < deadline) await sleep(POLL_MS)
  holds('it is carried through after the restart', await done())
}

/** Cancels a booking of each provider, each with its own waiting child. */
const freeSlots = async ({ ctx, nextBooking }: Centre, serviceId: string) => {
  const booked: string[] = []
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const { startsAt, ...booking } = nextBooking()
    const placed = { ...booking, startsAt: new Date(startsAt) }
    booked.push((await createAppointment(ctx, placed)).id)
    const { id: childId } = await createChild(ctx, {
      firstName: 'Waiting',
      lastName: `${slot}`,
      birthDate: '2021-05-01',
    })
    await createWaitlistEntry(
      ctx,
      CreateWaitlistEntry.parse({
        childId,
        serviceIds: [serviceId],
        providerIds: [booking.providerId],
        ...justThen(placed.startsAt),
      }),
    )
  }
  for (const id of booked) await cancelAppointment(ctx, { id, initiator: 'CLIENT', reason: 'Ill' })
}

/** Entries for exactly this start, so nobody takes the slots freed by holds. */
const justThen = (startsAt: Date) => {
  const [date = '', time = ''] = inZone(startsAt, 'Europe/Berlin').split('T')
  const from = time.slice(0, 5)
  const until = `${from.slice(0, 3)}${String(Number(from.slice(3)) + 1).padStart(2, '0')}`
  return { startsOn: date, endsOn: date, times: [{ from, until }] }
}

const holdSome = async ({ ctx, nextBooking }: Centre) => {
  for (let hold = 0; hold < HOLDS; hold += 1) {
    const { startsAt, ...booking } = nextBooking()
    await createHold(ctx, { ...booking, startsAt: new Date(startsAt), minutes: 30 })
  }
}

/** Backdates the holds so that all expire at the returned moment, and wakes their workflows. */
const endSoon = async ({ site }: DrillRun, { ctx, tenantId }: Centre): Promise<number> => {
  const endsAt = performance.now() + 2_000
  await site.query(END_HOLDS, [tenantId])
  await site.query(END_OFFERS, [tenantId])
  const slots = await site.query<{ id: string }>(OPEN_SLOTS, [tenantId])
  await transact(ctx, 'appointments:write', async (tx) => {
    tx.did({ type: 'tenant', id: tenantId }, { drill: 'ends soon' })
    tx.wake(holdExpiryWorkflow, tenantId)
    for (const { id } of slots) tx.wake(waitlistOfferWorkflow, id)
  })
  return endsAt
}

interface Found {
  offers: number
  open: number
  slots: number
  entries: number
  held: number
  released: number
  ended: number
  expired: number
}

const isExclusive = ({ open, slots, entries, held }: Found) =>
  [open, slots, entries, held].every((it) => it === SLOTS)

/** Checks by events: each hold was released, and each offer expired. */
const isEnded = ({ released, ended, expired }: Found, rounds: number) =>
  released === rounds * (SLOTS + HOLDS) && ended === released && expired === rounds * SLOTS

const END_HOLDS = `
  UPDATE appointments SET held_until = now() + interval '2 seconds' WHERE tenant_id = $1 AND status = 'HELD'`
const END_OFFERS = `
  UPDATE waitlist_offers SET expires_at = now() + interval '2 seconds' WHERE tenant_id = $1 AND status = 'OFFERED'`
const OPEN_SLOTS = `SELECT id FROM freed_slots WHERE tenant_id = $1 AND status = 'OPEN'`

const FOUND = `
  SELECT count(*)::int AS offers, count(*) FILTER (WHERE status = 'OFFERED')::int AS open,
         count(DISTINCT freed_slot_id) FILTER (WHERE status = 'OFFERED')::int AS slots,
         count(DISTINCT entry_id) FILTER (WHERE status = 'OFFERED')::int AS entries,
         (SELECT count(*)::int FROM appointments WHERE tenant_id = $1 AND status = 'HELD') AS held,
         (SELECT count(*)::int FROM outbox WHERE tenant_id = $1 AND type = 'hold.released') AS released,
         (SELECT count(DISTINCT subject_id)::int FROM outbox WHERE tenant_id = $1 AND type = 'hold.released') AS ended,
         (SELECT count(DISTINCT subject_id)::int FROM outbox WHERE tenant_id = $1 AND type = 'waitlist.expired') AS expired
  FROM waitlist_offers WHERE tenant_id = $1`
