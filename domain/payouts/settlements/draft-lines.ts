import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { reservedOf, type NewReserve } from '../reserves/rules.ts'
import { sharesAt, termsFor } from '../split-terms/rules.ts'
import { toSplitTerms, type SplitTerms } from '../split-terms/schemas.ts'
import { loadToSettle, MOST_PAYMENTS, type CandidateRow, type Wanted } from './load-to-settle.ts'
import { linesOf, type DraftLine } from './rules.ts'

/** Lines, and the amounts that split terms withhold from them. */
interface Drafted {
  lines: DraftLine[]
  reserves: NewReserve[]
}

/** The lines of a settlement to be created. Writes nothing. */
export const draftLines = async (tx: Transaction, wanted: Wanted): Promise<Drafted> => {
  const payments = await loadToSettle(tx, wanted)
  if (payments.length > MOST_PAYMENTS)
    throw invalid(
      'endsOn',
      'too_large',
      `The period has more than ${MOST_PAYMENTS} payments. Settle a shorter period.`,
    )
  if (payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0) > MAX_ORDER_AMOUNT_MINOR)
    throw invalid(
      'endsOn',
      'too_large',
      `The payments add up to more than ${MAX_ORDER_AMOUNT_MINOR}. Settle a shorter period.`,
    )
  const all = await loadTerms(tx, wanted)
  const shared = payments.map((payment) => ({ payment, terms: termsOf(payment, all) }))
  const inTiers = shared.filter(({ terms }) => terms.tiers.length > 0)
  const before = await capturedBefore(tx, wanted, inTiers)
  const settledOf = new Map(payments.map((it) => [it.orderId, it.settledOfOrder]))
  const reserved = new Map<number, number>()
  const lines = shared.flatMap(({ payment, terms }) => {
    const shares = sharesAt(terms, before.get(payment.id) ?? 0)
    const { id: paymentId, orderId } = payment
    const besidesMinor = settledOf.get(orderId) ?? 0
    const drafted = linesOf({ ...payment, paymentId, termsId: terms.id, shares, besidesMinor })
    const settled = drafted.reduce((sum, { grossMinor }) => sum + grossMinor, besidesMinor)
    settledOf.set(orderId, settled)
    if (terms.reserve && !payment.held) {
      const { percent, days } = terms.reserve
      const kept = reservedOf(drafted[0]!.split.provider, percent)
      reserved.set(days, (reserved.get(days) ?? 0) + kept)
    }
    return drafted
  })
  const reserves = [...reserved].map(([days, amountMinor]) => ({ days, amountMinor, reason: null }))
  return { lines, reserves }
}

/** For payments with tiered terms: the amount captured for the provider in the same month before each payment. */
const capturedBefore = async (
  tx: Transaction,
  { providerId, currency, timeZone }: Wanted,
  shared: readonly { payment: CandidateRow }[],
): Promise<ReadonlyMap<string, number>> => {
  if (shared.length === 0) return new Map()
  const ids = shared.map(({ payment }) => payment.id)
  const rows = await tx.sql<BeforeRow>(BEFORE, [tx.tenantId, providerId, currency, timeZone, ids])
  return new Map(rows.map(({ id, beforeMinor }) => [id, beforeMinor]))
}

interface BeforeRow {
  id: string
  beforeMinor: number
}

// Months in the centre's time zone. Amounts refunded later count too, so existing shares stay unchanged.
const BEFORE = `
  WITH asked AS (
    SELECT p.id, date_trunc('month', therapy.local_time(p.settled_at, $4)) AS month
    FROM payments p WHERE p.tenant_id = $1 AND p.id = ANY ($5::text[])
  ), months AS (
    SELECT DISTINCT month, therapy.instant_of(month, $4) AS from_at, therapy.instant_of(month + interval '1 month', $4) AS until
    FROM asked
  ), running AS (
    SELECT p.id, (sum(p.amount_minor) OVER (PARTITION BY m.month ORDER BY p.settled_at, p.id) - p.amount_minor)::float8 AS before
    FROM months m
      JOIN payments p ON p.tenant_id = $1 AND p.settled_at >= m.from_at AND p.settled_at < m.until
      JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
      JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    WHERE p.status = 'SUCCEEDED' AND p.currency = $3 AND a.provider_id = $2
  )
  SELECT r.id, r.before AS "beforeMinor" FROM running r WHERE r.id = ANY ($5::text[])`

const loadTerms = async (tx: Transaction, { providerId, currency }: Wanted) => {
  const rows = await tx.db.splitTerms.findMany({
    where: { tenantId: tx.tenantId, currency, OR: [{ providerId }, { providerId: null }] },
  })
  return rows.map(toSplitTerms)
}

/** A payment that was settled before keeps the terms that applied then. */
const termsOf = (payment: CandidateRow, terms: readonly SplitTerms[]): SplitTerms => {
  const found = payment.termsId
    ? terms.find(({ id }) => id === payment.termsId)
    : termsFor(terms, payment)
  if (found) return found
  throw new DomainError(
    'split_terms_missing',
    `Payment ${payment.id} of ${payment.paidOn} has no split terms. Create them first: POST /v1/marketplace/split-terms.`,
    { extra: { paymentId: payment.id } },
  )
}
