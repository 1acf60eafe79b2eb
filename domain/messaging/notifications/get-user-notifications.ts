import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { UserNotifications } from './schemas.ts'
import { assertTheirs, showNotifications } from './show-notifications.ts'

/** How often a user gets e-mails about each kind of entry in the worklist. */
export const getUserNotifications = (
  ctx: Context,
  { id }: { id: string },
): Promise<UserNotifications> =>
  read(ctx, 'notifications:read', async (reader) => {
    const shown = await showNotifications(reader, id)
    assertTheirs(reader, id, 'users:read')
    return shown
  })
