import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { newReferences } from '#organization/providers/rules.ts'
import { userEvents, userFacts } from './events.ts'
import { assertMayGiveRoles } from './assert-may-give-roles.ts'
import { assertPosition } from './assert-position.ts'
import { toUser, type InviteUser, type User } from './schemas.ts'

/** Creates a user who gets a sign-in link by hand: nothing is sent. */
export const createUser = (ctx: Context, input: InviteUser): Promise<User> =>
  transact(ctx, 'users:write', async (tx) => {
    const { roles, providerId = null, locationIds = [] } = input
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'location', newReferences('locationIds', locationIds))
    await assertPosition(tx, { roles, providerId, locationIds })
    await assertMayGiveRoles(tx, roles)
    const row = await tx.db.user.create({
      data: {
        ...freshRecord(tx, newId('user')),
        ...input,
        providerId,
        locationIds,
        status: 'INVITED',
        invitedAt: tx.now,
      },
    })
    const subject = { type: 'user' as const, id: row.id }
    tx.created(subject, row)
    tx.emit(userEvents['user.invited'], subject, userFacts(row))
    return toUser(row)
  })
