import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Message } from '#prisma/generated/client.ts'

/**
 * Whether what a message says still holds: its appointment takes place at the time and place that it states,
 * and its fee is as it says. Decided when it is sent, because the record may have changed since it was queued.
 */
export const stillHolds = async (reader: Reader, message: Message): Promise<boolean> => {
  const fee = FEES[message.kind ?? '']
  if (!message.toldStartsAt && !fee) return true
  const [now] = await reader.sql<Now>(NOW, [reader.tenantId, message.subjectId])
  if (!now) return true
  if (fee) return (now.fee === 'CHARGED') === (fee === 'CHARGED')
  const statuses = message.template === 'appointment.reminder' ? REMINDED : LIVE
  return (
    statuses.has(now.status) &&
    now.startsAt.getTime() === message.toldStartsAt!.getTime() &&
    now.locationId === message.toldLocationId
  )
}

interface Now {
  status: string
  startsAt: Date
  locationId: string
  fee: string | null
}

/** The decision about the fee that a message states, by its kind. */
const FEES: Readonly<Record<string, string>> = { FEE_CHARGED: 'CHARGED', FEE_WAIVED: 'WAIVED' }

const REMINDED: ReadonlySet<string> = new Set(['CONFIRMED'])
const LIVE: ReadonlySet<string> = new Set([
  'PENDING_CONFIRMATION',
  'CONFIRMED',
  'CHECKED_IN',
  'IN_PROGRESS',
])

const NOW = `
  SELECT status::text, starts_at AS "startsAt", location_id AS "locationId", fee->>'decision' AS fee
  FROM appointments WHERE tenant_id = $1 AND id = $2`
