import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { sendInvitation } from '../sign-in/send-invitation.ts'
import { createUser } from './create-user.ts'
import type { InviteUser, User } from './schemas.ts'

/** Creates a user and sends an invitation, which is valid for seven days. */
export const inviteUser = (ctx: Context, input: InviteUser): Promise<User> =>
  transact(ctx, 'users:write', async (tx) => {
    const user = await createUser(tx, input)
    await sendInvitation(tx, user)
    return user
  })
