import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { showPlatformPayout } from './queries.ts'
import { toPlatformPayout, type CreatePlatformPayout, type DraftPlatformPayout } from './schemas.ts'

type Input = CreatePlatformPayout & { dryRun?: boolean }

/**
 * Drafts the payout of what the platform is owed from paid settlements, minus what later ones reversed. A
 * settlement is in one payout at most.
 */
export const createPlatformPayout = (
  ctx: Context,
  { dryRun = false, currency: asked, reference }: Input,
): Promise<DraftPlatformPayout> =>
  transact(ctx, 'settlements:write', async (tx) => {
    const currency = asked ?? (await loadTenantSettings(tx)).currency
    await assertNoDraft(tx, currency)
    const { ids, amountMinor } = await owed(tx, currency)
    if (amountMinor <= 0) throw nothingOwed(currency, amountMinor)
    const row = {
      ...freshRecord(tx, newId('platformPayout')),
      status: 'DRAFT',
      currency,
      amountMinor,
      settlements: ids.length,
      reference,
      requestedBy: tx.actor.id,
      approvedBy: null,
      approvedAt: null,
      approvedAlone: false,
      version: 1,
    }
    if (dryRun) {
      tx.did({ type: 'platformPayout', id: row.id }, { dryRun })
      return { dryRun, ...toPlatformPayout(row), id: null }
    }
    await tx.db.platformPayout.create({ data: row })
    await tx.sql(TAKE, [tx.tenantId, ids, row.id, tx.now])
    tx.created({ type: 'platformPayout', id: row.id }, row)
    return { dryRun, ...(await showPlatformPayout(row, tx)) }
  })

/** Checked here for previews too, because the database checks only what is written. */
const assertNoDraft = async (tx: Transaction, currency: string) => {
  const draft = await tx.db.platformPayout.findFirst({
    where: { tenantId: tx.tenantId, currency, status: 'DRAFT' },
    select: { id: true },
  })
  if (!draft) return
  throw new DomainError(
    'settlement_in_progress',
    `Platform payout ${draft.id} in ${currency} is a draft. Approve or cancel it first.`,
  )
}

const nothingOwed = (currency: string, amountMinor: number) =>
  new DomainError(
    'nothing_to_settle',
    amountMinor === 0
      ? `The platform is owed nothing in ${currency}. Its shares are owed once settlements are paid.`
      : `Reversals exceed the platform’s shares in ${currency} by ${-amountMinor}. They are deducted from the next shares.`,
  )

/** Locks the settlements, so that they cannot be in two payouts. */
const owed = async (tx: Transaction, currency: string) => {
  const rows = await tx.sql<OwedRow>(OWED, [tx.tenantId, currency])
  return {
    ids: rows.map(({ id }) => id),
    amountMinor: rows.reduce((sum, { platformMinor }) => sum + platformMinor, 0),
  }
}

interface OwedRow {
  id: string
  platformMinor: number
}

const OWED = `
  SELECT s.id, s.platform_minor AS "platformMinor" FROM settlements s
  WHERE s.tenant_id = $1 AND s.currency = $2 AND s.platform_payout_id IS NULL AND s.platform_minor <> 0
    AND s.status IN ('PAID', 'PARTIALLY_REVERSED', 'REVERSED')
  ORDER BY s.id FOR UPDATE`

const TAKE = `
  UPDATE settlements s SET platform_payout_id = $3, updated_at = $4::timestamptz, version = s.version + 1
  WHERE s.tenant_id = $1 AND s.id = ANY ($2::text[])`
