import type { Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { newId } from '#platform/core/records/ids.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { TextReply } from '#providers/texting/index.ts'
import { TEXT_PERMISSIONS } from './receive-text.ts'

/** The centre to whose number a text came; undefined if no centre has it. */
export const findReceiver = async (
  platform: Platform,
  { channel, senders }: Pick<TextReply, 'channel' | 'senders'>,
): Promise<string | undefined> => {
  const [found] = await systemSql(platform)<{ tenantId: string }>(FIND[channel], [senders])
  return found?.tenantId
}

/** The context of the sender of a text, who is identified by the record of the text. */
export const textContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  tenantId: string,
): Context => ({
  ...ctx,
  tenantId,
  // A STOP is followed even if the centre was suspended meanwhile.
  whileSuspended: true,
  actor: { kind: 'ANONYMOUS', id: newId('textReply'), permissions: new Set(TEXT_PERMISSIONS) },
})

const FIND = {
  SMS: {
    name: 'find_centre_by_sms_sender',
    text: `SELECT tenant_id AS "tenantId" FROM tenants WHERE sms_sender = ANY ($1) AND closed_at IS NULL LIMIT 1`,
  },
  WHATSAPP: {
    name: 'find_centre_by_whatsapp_sender',
    text: `SELECT tenant_id AS "tenantId" FROM tenants WHERE whatsapp_sender = ANY ($1) AND closed_at IS NULL LIMIT 1`,
  },
}
