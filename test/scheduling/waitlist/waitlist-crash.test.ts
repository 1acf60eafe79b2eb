import { expect, test } from 'vitest'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { createChild } from '#people/children/create-child.ts'
import { CreateChild } from '#people/children/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { eventually } from '../../workflows/support.ts'
import { openWorld } from '../../workflows/world.ts'

const HOUR_MS = 3_600_000
const SLOTS = 12

/** kill -9 in the middle; only Temporal has to notice. Nothing is lost or done twice. */
test('another worker continues offers after a crash and holds each slot once', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker, childId, providerId } = world
  // Nobody is contacted at night, and tests run at any hour.
  await patchMessageSettings(ctx, { version: undefined, patch: { quietHours: null } })
  const service = await createService(
    ctx,
    CreateService.parse({ code: 'ON_LIST', name: 'List', durationMinutes: 45, amount: 8500 }),
  )
  const { id: clientId } = await createClient(ctx, { name: 'Mara', email: 'mara@example.com' })
  const soon = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS
  const booked: string[] = []
  for (let number = 0; number < SLOTS; number += 1) {
    const startsAt = new Date(soon + number * HOUR_MS)
    const type = 'THERAPY_SESSION' as const
    booked.push((await createAppointment(ctx, { childId, providerId, type, startsAt })).id)
    const person = { firstName: 'Aya', lastName: 'Marker-Surname', birthDate: '2021-04-30' }
    const waiting = await createChild(ctx, CreateChild.parse(person))
    const guardian = { childId: waiting.id, clientId, relationship: 'parent' }
    await createGuardianship(ctx, { ...guardian, legal: true, billing: false })
    const entry = { childId: waiting.id, serviceIds: [service.id] }
    await createWaitlistEntry(ctx, CreateWaitlistEntry.parse(entry))
  }
  for (const id of booked)
    await cancelAppointment(ctx, { id, initiator: 'PROVIDER', reason: 'Ill' })
  const held = await world.hold(`SELECT FROM freed_slots ORDER BY id LIMIT ${SLOTS / 2}`)
  const first = await startWorker('first')
  const made = async () => (await query<{ n: number }>(MADE))[0]!.n
  await eventually(async () => (await made()) === SLOTS / 2)
  await held.killHere(first)
  expect(await made()).toBe(SLOTS / 2)

  await startWorker('second')
  await eventually(async () => (await made()) === SLOTS)
  expect(await query(OUTCOME)).toEqual([
    { offers: SLOTS, slots: SLOTS, entries: SLOTS, held: SLOTS, asked: SLOTS, links: SLOTS },
  ])
  expect(await query(EVENTS)).toEqual([{ type: 'waitlist.offered', events: SLOTS }])
  expect(await query(ENTRIES)).toEqual([{ status: 'OFFERED', entries: SLOTS }])
})

const MADE = `SELECT count(*)::int AS n FROM waitlist_offers`
const OUTCOME = `
  SELECT count(*)::int AS offers, count(DISTINCT freed_slot_id)::int AS slots,
         count(DISTINCT entry_id)::int AS entries,
         (SELECT count(*)::int FROM appointments WHERE status = 'HELD') AS held,
         (SELECT count(*)::int FROM messages WHERE template = 'waitlist.offer') AS asked,
         (SELECT count(*)::int FROM one_time_links WHERE purpose = 'waitlist-offer') AS links
  FROM waitlist_offers WHERE status = 'OFFERED'`
const EVENTS = `
  SELECT type, count(*)::int AS events FROM outbox
  WHERE kind = 'event' AND type LIKE 'waitlist.%' GROUP BY 1`
const ENTRIES = `SELECT status, count(*)::int AS entries FROM waitlist_entries GROUP BY 1`
