import { assertInCare } from '#people/children/rules.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockGroup } from './queries.ts'
import { assertOpen } from './rules.ts'
import { findSeat, lockChild } from './take-seat.ts'
import {
  showGroupWaitlistEntry,
  type GroupWaitlistEntry,
  type CreateGroupWaitlistEntry,
} from './waitlist-schemas.ts'

/** Adds a child to the waitlist of a group. If a place is free, it must be taken directly instead. */
export const createGroupWaitlistEntry = (
  ctx: Context,
  { id, childId }: CreateGroupWaitlistEntry & { id: string },
): Promise<GroupWaitlistEntry> =>
  transact(ctx, 'appointments:write', async (tx) => {
    assertOpen(await lockGroup(tx, id, 'SHARE'), tx.now)
    await lockChild(tx, childId)
    const { childFound, dischargedAt, seat } = await findSeat(tx, { id, childId })
    if (!childFound) throw invalidReference('childId', 'child')
    assertInCare({ dischargedAt })
    if (seat !== null)
      throw new DomainError(
        'place_free',
        'The group has a free place. Book it instead: POST …/attendees.',
      )
    const waiting = { tenantId: tx.tenantId, groupId: id, childId }
    const known = await tx.db.groupWaitlistEntry.findFirst({
      where: { ...waiting, status: 'WAITING' },
    })
    if (known)
      throw new DomainError('already_waiting', `The child is already on the waitlist: ${known.id}.`)
    const row = await tx.db.groupWaitlistEntry.create({
      data: { ...freshRecord(tx, newId('groupWaitlistEntry')), ...waiting, status: 'WAITING' },
    })
    tx.created({ type: 'groupWaitlistEntry', id: row.id }, row)
    return showGroupWaitlistEntry(row, tx)
  })
