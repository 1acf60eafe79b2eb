import type { Context } from '#platform/core/context/context.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changedSettings, lockSettings } from '../settings.ts'
import type { MessageSettings } from '../settings-schemas.ts'

/** E-mails that are sent from now on have no logo. Without a logo this changes nothing. */
export const removeMessageLogo = (
  ctx: Context,
  { version }: { version: number | undefined },
): Promise<MessageSettings> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    const before = await lockSettings(tx, version)
    if (before.messageLogo === null) return changedSettings(tx, before, before)
    const after = await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: { messageLogo: jsonOrNull(null), ...touched(tx) },
    })
    await tx.sql(REMOVE, [tx.tenantId])
    return changedSettings(tx, before, after)
  })

const REMOVE = 'DELETE FROM message_logos WHERE tenant_id = $1'
