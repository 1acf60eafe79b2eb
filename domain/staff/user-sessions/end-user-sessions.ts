import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertMayManage } from '../users/assert-may-manage.ts'
import { loadUser } from '../users/queries.ts'
import { endSessions } from './end-sessions.ts'

export const EndedSessions = z
  .strictObject({
    ended: z.int().meta({ description: 'Number of sessions that were ended.', example: 2 }),
  })
  .meta({ id: 'EndedSessions' })
type EndedSessions = z.infer<typeof EndedSessions>

/** Signs a user out everywhere, except of the caller's own current session. */
export const endUserSessions = (ctx: Context, { id }: { id: string }): Promise<EndedSessions> =>
  transact(ctx, 'users:write', async (tx) => {
    await lockRecord(tx, 'users', id)
    const user = await loadUser(tx, id)
    await assertMayManage(tx, user.roles)
    tx.nothingChanged({ type: 'user', id })
    const { through } = tx.actor
    const ended = await endSessions(tx, { userId: id, ...(through && { exceptId: through }) })
    return { ended: ended.length }
  })
