import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '../messages/settings.ts'

/** The centre's time zone, in which its people read times. */
export const centreTimeZone = (ctx: Context): Promise<string> =>
  read(ctx, 'tasks:read', async (reader) => (await loadMessagingTerms(reader)).timeZone)
