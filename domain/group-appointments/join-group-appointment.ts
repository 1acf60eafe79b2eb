import { toAppointment, type Appointment } from '../appointments/schemas.ts'
import { assertConsents } from '../consents/rules.ts'
import type { Context } from '../core/context.ts'
import { groupFull } from '../core/database-errors.ts'
import { invalidReference } from '../core/errors.ts'
import { transact } from '../core/transaction.ts'
import { findPlace, lockChild, takePlace } from './place.ts'
import { lockGroup } from './queries.ts'
import { assertOpen } from './rules.ts'
import type { JoinGroup } from './schemas.ts'

/** Takes the lowest seat that is free; the database keeps it the only one. */
export const joinGroupAppointment = (
  ctx: Context,
  { id, childId, notes }: JoinGroup & { id: string },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const group = await lockGroup(tx, id)
    assertOpen(group, tx.now)
    await lockChild(tx, childId)
    const facts = await findPlace(tx, { id, childId })
    if (!facts.childFound) throw invalidReference('childId', 'child')
    assertConsents(facts.consents, group.startsAt)
    if (facts.seat === null) throw groupFull()
    return toAppointment(await takePlace(tx, group, facts, { childId, notes: notes ?? null }))
  })
