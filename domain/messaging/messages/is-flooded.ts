import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Message } from '#prisma/generated/client.ts'
import { addMinutes } from '#platform/core/time/time.ts'

const HOUR_MINUTES = 60
/** Quiet hours and a mail server that is down delay a message by a day at most. */
const OLDEST_MINUTES = 3 * 24 * HOUR_MINUTES

/**
 * Whether a person of a family already got as many e-mails within an hour as the centre allows. What a person
 * asked to send is sent.
 */
export const isFlooded = async (
  reader: Reader,
  { kind, recipientId, unlimited }: Message,
): Promise<boolean> => {
  if (kind === null || unlimited) return false
  const [sent] = await reader.sql<{ isFlooded: boolean }>(SENT, [
    reader.tenantId,
    recipientId,
    addMinutes(reader.now, -OLDEST_MINUTES),
    addMinutes(reader.now, -HOUR_MINUTES),
  ])
  return sent!.isFlooded
}

/** Messages that went with another one are no e-mails of their own. */
const SENT = `
  SELECT count(*) >= (SELECT messages_per_hour FROM tenants WHERE tenant_id = $1) AS "isFlooded" FROM messages
  WHERE tenant_id = $1 AND recipient_id = $2 AND created_at > $3 AND sent_at > $4 AND COALESCE(sent_with, id) = id`
