import { bookSlot } from '../appointments/book-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { ofHold } from './of-hold.ts'
import { reportReleased } from './report-released.ts'
import { toHold, type CreateHold, type Hold } from './schemas.ts'
import { holdExpiryWorkflow } from './workflows.ts'

/** Reserves a slot for some minutes. It conflicts with others as an appointment does. */
export const createHold = (ctx: Context, { minutes, ...input }: CreateHold): Promise<Hold> =>
  transact(ctx, 'holds:write', async (tx) => {
    const heldUntil = addMinutes(tx.now, minutes)
    const { row, facts } = await bookSlot(tx, { ...input, heldUntil })
    await wakeHoldExpiry(tx, heldUntil)
    await reportReleased(tx, facts.released, 'EXPIRED')
    return toHold(ofHold(row), tx.now)
  })

/** If the hold expires earlier than all others, the workflow is woken, which then looks for the next expiry. */
export const wakeHoldExpiry = async (tx: Transaction, heldUntil: Date): Promise<void> => {
  const earlier = await tx.sql(EARLIER, [tx.tenantId, tx.now, heldUntil])
  if (earlier.length === 0) tx.wake(holdExpiryWorkflow, tx.tenantId)
}

const EARLIER = `
  SELECT 1 FROM appointments
  WHERE tenant_id = $1 AND status = 'HELD' AND held_until > $2 AND held_until <= $3 LIMIT 1`
