import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { reservedOf, type NewReserve } from '../reserves/rules.ts'
import { sharesAt, termsFor } from '../split-terms/rules.ts'
import { toSplitTerms, type SplitTerms } from '../split-terms/schemas.ts'
import {
  loadToSettle,
  MOST_CANDIDATES,
  MOST_PAYMENTS,
  type CandidateRow,
  type Wanted,
} from './load-to-settle.ts'
import { linesOf, type DraftLine } from './rules.ts'
import { sharedFrom } from './shared-from.ts'

/** The lines of a settlement, the reserves withheld from them, and payments that wait for their visit. */
interface Drafted {
  lines: DraftLine[]
  reserves: NewReserve[]
  waiting: Waiting
}

interface Waiting {
  payments: number
  amountMinor: number
}

interface SharedPayment {
  payment: CandidateRow
  terms: SplitTerms
  /** When it may be shared; null while it waits. */
  sharedAt: Date | null
}

/** The lines of a settlement to be created. Writes nothing. */
export const draftLines = async (tx: Transaction, wanted: Wanted): Promise<Drafted> => {
  const candidates = await loadToSettle(tx, wanted)
  if (candidates.length > MOST_CANDIDATES) throw tooMany()
  const all = await loadTerms(tx, wanted)
  const known = candidates.flatMap((payment) => withTerms(payment, wanted, all))
  const shared = known.filter((it) => it.payment.held || isDue(it, wanted))
  assertSize(shared)
  const inTiers = shared.filter(({ terms }) => terms.tiers.length > 0)
  const before = await capturedBefore(tx, wanted, inTiers)
  const settledOf = new Map(shared.map(({ payment }) => [payment.orderId, payment.settledOfOrder]))
  const reserved = new Map<number, number>()
  const lines = shared.flatMap(({ payment, terms, sharedAt }) => {
    const shares = sharesAt(terms, before.get(payment.id) ?? 0)
    const { id: paymentId, orderId } = payment
    const besidesMinor = settledOf.get(orderId) ?? 0
    // A refund that bounced is owed to the family again, unless the visit took place.
    const returns = payment.returns.filter(({ restores }) => !restores || sharedAt !== null)
    const drafted = linesOf({
      ...payment,
      paymentId,
      termsId: terms.id,
      recognition: terms.recognition,
      recognizedAt: sharedAt,
      returns,
      shares,
      besidesMinor,
    })
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
  return { lines, reserves, waiting: waitingOf(known, wanted) }
}

const tooMany = () =>
  invalid(
    'endsOn',
    'too_large',
    `The period has more than ${MOST_PAYMENTS} payments. Settle a shorter period.`,
  )

const assertSize = (shared: readonly SharedPayment[]): void => {
  if (shared.length > MOST_PAYMENTS) throw tooMany()
  if (shared.reduce((sum, { payment }) => sum + payment.amountMinor, 0) <= MAX_ORDER_AMOUNT_MINOR)
    return
  throw invalid(
    'endsOn',
    'too_large',
    `The payments add up to more than ${MAX_ORDER_AMOUNT_MINOR}. Settle a shorter period.`,
  )
}

/** A payment that was captured before the period, on a day without terms, is never shared. */
const withTerms = (
  payment: CandidateRow,
  { startsOn }: Wanted,
  all: readonly SplitTerms[],
): SharedPayment[] => {
  const terms = termsOf(payment, all)
  if (terms) return [{ payment, terms, sharedAt: sharedFrom(payment, terms.recognition) }]
  if (startsOn !== null && payment.paidOn < startsOn) return []
  throw new DomainError(
    'split_terms_missing',
    `Payment ${payment.id} of ${payment.paidOn} has no split terms. Create them first: POST /v1/marketplace/split-terms.`,
    { extra: { paymentId: payment.id } },
  )
}

/** Whether a payment belongs to the period, or was listed. */
const isDue = ({ payment, sharedAt }: SharedPayment, wanted: Wanted): boolean => {
  const { paymentIds, startsOn, endsOn, timeZone } = wanted
  if (paymentIds) {
    if (sharedAt !== null) return true
    throw notDelivered(payment)
  }
  if (sharedAt === null) return false
  const day = dateIn(sharedAt, timeZone)
  return day >= startsOn! && day <= endsOn!
}

const notDelivered = ({ id, status }: CandidateRow) =>
  new DomainError(
    'payment_not_delivered',
    `The visit that payment ${id} is for is ${status}. A settlement shares the payment after the visit. Omit it, or settle a period.`,
    { extra: { paymentId: id } },
  )

/** What was paid until the end of the period for visits that had not taken place by then. */
const waitingOf = (known: readonly SharedPayment[], { endsOn, timeZone }: Wanted): Waiting => {
  const waiting = known
    .filter(
      ({ payment, sharedAt }) =>
        !payment.held && (sharedAt === null || dateIn(sharedAt, timeZone) > endsOn!),
    )
    .map(({ payment }) => payment.amountMinor - payment.returnedMinor)
    .filter((leftMinor) => leftMinor > 0)
  return { payments: waiting.length, amountMinor: waiting.reduce((sum, left) => sum + left, 0) }
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
const termsOf = (payment: CandidateRow, terms: readonly SplitTerms[]): SplitTerms | undefined =>
  payment.termsId ? terms.find(({ id }) => id === payment.termsId) : termsFor(terms, payment)
