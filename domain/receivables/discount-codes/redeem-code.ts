import type { DiscountCode as CodeModel } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { dateIn, dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertUsable, refused } from './rules.ts'

interface Redeeming {
  code: string
  currency: string
  /** Who uses the code: a client or a payer. */
  partyId: string | null
}

/**
 * Locks a code if an order may use it now: the second of two simultaneous orders waits and then sees the use by
 * the first. Runs as the centre, because other people's uses count.
 */
export const lockUsableCode = (
  tx: Transaction,
  { code, currency, partyId }: Redeeming,
): Promise<CodeModel> =>
  tx.asCentre(async () => {
    await tx.sql(LOCK, [tx.tenantId, code])
    const row = await tx.db.discountCode.findFirst({
      where: { tenantId: tx.tenantId, code, archivedAt: null },
    })
    if (!row) throw refused('UNKNOWN')
    const { defaultTimeZone } = await loadTenantSettings(tx)
    const [own] = await tx.sql<{ uses: number }>(USES, [tx.tenantId, row.id, partyId])
    const startsOn = dateTextOrNull(row.startsOn)
    const endsOn = dateTextOrNull(row.endsOn)
    const today = dateIn(tx.now, defaultTimeZone)
    const uses = { uses: row.uses, usesOfClient: own!.uses }
    assertUsable({ ...row, startsOn, endsOn }, { today, currency, ...uses })
    return row
  })

/** Records that an order uses a locked code. */
export const redeemCode = (tx: Transaction, before: CodeModel, orderId: string): Promise<void> =>
  tx.asCentre(async () => {
    await tx.db.discountCodeRedemption.create({
      data: { tenantId: tx.tenantId, codeId: before.id, orderId },
    })
    await count(tx, before, 1)
  })

/** Returns the use of a code when its order is cancelled. */
export const releaseCode = (tx: Transaction, orderId: string): Promise<void> =>
  tx.asCentre(async () => {
    const [held] = await tx.sql<{ codeId: string }>(RELEASE, [tx.tenantId, orderId, tx.now])
    if (!held) return
    await tx.sql(LOCK_BY_ID, [tx.tenantId, held.codeId])
    const before = await tx.db.discountCode.findFirst({
      where: { tenantId: tx.tenantId, id: held.codeId },
    })
    await count(tx, before!, -1)
  })

const count = async (tx: Transaction, before: CodeModel, more: 1 | -1): Promise<void> => {
  const after = await tx.db.discountCode.update({
    where: keyOf(tx, before.id),
    data: { uses: before.uses + more, ...touched(tx) },
  })
  tx.changed({ type: 'discountCode', id: before.id }, before, after)
}

const LOCK = 'SELECT id FROM discount_codes WHERE tenant_id = $1 AND code = $2 FOR UPDATE'
const LOCK_BY_ID = 'SELECT id FROM discount_codes WHERE tenant_id = $1 AND id = $2 FOR UPDATE'

const USES = `
  SELECT count(*)::int AS uses FROM discount_code_redemptions r
  JOIN orders o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
  WHERE r.tenant_id = $1 AND r.code_id = $2 AND r.released_at IS NULL AND coalesce(o.client_id, o.payer_id) = $3`

const RELEASE = `
  UPDATE discount_code_redemptions SET released_at = $3
  WHERE tenant_id = $1 AND order_id = $2 AND released_at IS NULL RETURNING code_id AS "codeId"`
