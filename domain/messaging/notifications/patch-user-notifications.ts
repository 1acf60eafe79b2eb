import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { saveChoices } from './save-choices.ts'
import type { PatchUserNotifications, UserNotifications } from './schemas.ts'
import { assertTheirs, showNotifications } from './show-notifications.ts'

/** Changes when a user is told. */
export const patchUserNotifications = (
  ctx: Context,
  { id, notifications }: { id: string } & PatchUserNotifications,
): Promise<UserNotifications> =>
  transact(ctx, 'notifications:write', async (tx) => {
    await showNotifications(tx, id)
    assertTheirs(tx, id, 'users:write')
    await saveChoices(
      tx,
      notifications.map((choice) => ({ chosenFor: id, ...choice })),
    )
    tx.did({ type: 'user', id }, { notifications })
    return showNotifications(tx, id)
  })
