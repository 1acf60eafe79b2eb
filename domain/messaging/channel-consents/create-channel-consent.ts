import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { addConsent } from './add-consent.ts'
import { toChannelConsent, type ChannelConsent, type CreateChannelConsent } from './schemas.ts'

/** Records what a guardian said about texts. Earlier records stay; the latest of a channel counts. */
export const createChannelConsent = (
  ctx: Context,
  input: CreateChannelConsent,
): Promise<ChannelConsent> =>
  transact(ctx, 'channel-consents:write', async (tx) => {
    await assertReferences(tx, 'client', { clientId: input.clientId })
    return toChannelConsent(await addConsent(tx, input))
  })
