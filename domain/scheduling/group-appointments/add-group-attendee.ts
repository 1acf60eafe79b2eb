import { toAppointment, type Appointment } from '../appointments/schemas.ts'
import { assertApproved } from '../appointments/assert-approved.ts'
import { assertInCare } from '#people/children/rules.ts'
import { assertConsents } from '#people/consents/rules.ts'
import type { Context } from '#platform/core/context/context.ts'
import { violated } from '#platform/core/errors/database-errors.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { offerOtherGroups } from './offer-other-groups.ts'
import { findSeat, lockChild, takeSeat, type SeatFacts } from './take-seat.ts'
import { lockGroup } from './queries.ts'
import { assertOpen } from './rules.ts'
import type { JoinGroup } from './schemas.ts'

/**
 * Adds a child to the lowest free seat; the database keeps seats unique. If the group is full, the child is
 * refused immediately, because a hundred callers waiting for its lock would block each other's connections.
 */
export const addGroupAttendee = (
  ctx: Context,
  { id, childId, notes }: JoinGroup & { id: string },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    offerOtherGroups(tx, { id, childId })
    assertPlace(await findSeat(tx, { id, childId }), tx.now)
    const group = await lockGroup(tx, id)
    await lockChild(tx, childId)
    const facts = await findSeat(tx, { id, childId })
    assertPlace(facts, tx.now)
    return toAppointment(await takeSeat(tx, group, facts, { childId, notes: notes ?? null }))
  })

const assertPlace = (
  { group, providerStatus, childFound, dischargedAt, consents, seat }: SeatFacts,
  now: Date,
): void => {
  assertOpen(group, now)
  assertApproved(providerStatus)
  if (!childFound) throw invalidReference('childId', 'child')
  assertInCare({ dischargedAt }, group.startsAt)
  assertConsents(consents, group.startsAt)
  if (seat === null) throw violated('appointments_seat')
}
