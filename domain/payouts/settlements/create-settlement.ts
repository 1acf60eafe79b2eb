import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { openReserves } from '../reserves/queries.ts'
import { writeReserves } from '../reserves/write-reserves.ts'
import { draftLines } from './draft-lines.ts'
import { countsOf, planSettlement, RUNNING, type DraftLine } from './rules.ts'
import { showSettlement } from './queries.ts'
import { toSettlement, type CreateSettlement, type DraftSettlement } from './schemas.ts'
import { wantedPayments } from './wanted-payments.ts'
import type { Wanted } from './load-to-settle.ts'

type Input = CreateSettlement & { dryRun?: boolean }

/**
 * Creates a settlement draft for approval by another person. Of two simultaneous drafts the database accepts
 * only one: a provider has at most one open settlement per currency, and a payment belongs to at most one
 * settlement.
 */
export const createSettlement = (
  ctx: Context,
  { dryRun = false, ...input }: Input,
): Promise<DraftSettlement> =>
  transact(
    ctx,
    ['settlements:write', 'split-terms:read', 'payments:read', 'refunds:read'],
    async (tx) => {
      await assertReferences(tx, 'provider', { providerId: input.providerId })
      const wanted = await wantedPayments(tx, input)
      await assertNoneRunning(tx, wanted)
      const { lines, totals, plan, waiting } = await draftOf(tx, wanted, input)
      const row = {
        ...rowOf(tx, wanted),
        ...totals,
        waitingMinor: waiting.amountMinor,
        waitingPayments: waiting.payments,
      }
      const counts = countsOf(lines)
      if (dryRun) {
        tx.did({ type: 'provider', id: input.providerId }, { dryRun })
        return { dryRun, ...toSettlement(row), id: null, ...counts }
      }
      await tx.db.settlement.create({ data: row })
      await tx.db.settlementLine.createMany({
        data: lines.map((line) => lineRow(tx, row.id, line)),
      })
      await writeReserves(tx, { settlementId: row.id, ...partyOf(wanted) }, plan)
      tx.created({ type: 'settlement', id: row.id }, row)
      return { dryRun, ...(await showSettlement(row, tx)), ...counts }
    },
  )

const partyOf = ({ providerId, currency }: Wanted) => ({ providerId, currency })

/** Computes the complete draft. A settlement can consist of reserves only. */
const draftOf = async (tx: Transaction, wanted: Wanted, { holdBack }: CreateSettlement) => {
  const { lines, reserves, waiting } = await draftLines(tx, wanted)
  if (holdBack) {
    const { amount: amountMinor, ...why } = holdBack
    reserves.push({ amountMinor, ...why })
  }
  const carriedInMinor = await carriedOver(tx, wanted)
  const open = await openReserves(tx, wanted)
  const { totals, plan } = planSettlement({ lines, carriedInMinor, open, reserves })
  if (lines.length === 0 && plan.releases.length === 0) throw nothingToSettle(waiting)
  return { lines, totals, plan, waiting }
}

const nothingToSettle = ({ payments }: { payments: number }) =>
  new DomainError(
    'nothing_to_settle',
    payments === 0
      ? 'There is nothing to settle: no payments, no refunds to reverse and no reserves that are due. Choose another period.'
      : `There is nothing to settle yet: ${payments} paid visits have not taken place. Settle a period that ends after them.`,
  )

/** Checked here for previews too, because the database checks only what is written. */
const assertNoneRunning = async (tx: Transaction, { providerId, currency }: Wanted) => {
  const running = await tx.db.settlement.findFirst({
    where: { tenantId: tx.tenantId, providerId, currency, status: { in: [...RUNNING] } },
    select: { id: true, status: true },
  })
  if (!running) return
  throw new DomainError(
    'settlement_in_progress',
    `Settlement ${running.id} of this provider in ${currency} is ${running.status}. Approve or cancel it first, or wait for its payout.`,
    { extra: { settlementId: running.id } },
  )
}

/** The provider's debt after the last paid settlement. */
const carriedOver = async (tx: Transaction, { providerId, currency }: Wanted): Promise<number> => {
  const last = await tx.db.settlement.findFirst({
    where: {
      tenantId: tx.tenantId,
      providerId,
      currency,
      status: { in: ['PAID', 'PARTIALLY_REVERSED', 'REVERSED'] },
    },
    orderBy: { id: 'desc' },
    select: { carriedOutMinor: true },
  })
  return last?.carriedOutMinor ?? 0
}

const rowOf = (tx: Transaction, wanted: Wanted) => ({
  ...freshRecord(tx, newId('settlement')),
  providerId: wanted.providerId,
  status: 'DRAFT',
  currency: wanted.currency,
  startsOn: dateColumnOrNull(wanted.startsOn),
  endsOn: dateColumnOrNull(wanted.endsOn),
  gatewayAccountToken: null,
  payoutAccountId: null,
  paymentAccountId: null,
  platformPayoutId: null,
  requestedBy: tx.actor.id,
  approvedBy: null,
  approvedAt: null,
  approvedAlone: false,
  transferReference: null,
  payoutReference: null,
  failureCode: null,
  settledAt: null,
  version: 1,
})

const lineRow = (tx: Transaction, settlementId: string, { split, ...line }: DraftLine) => ({
  ...freshRecord(tx, newId('settlementLine')),
  settlementId,
  ...line,
  providerMinor: split.provider,
  platformMinor: split.platform,
  centreMinor: split.centre,
})
