import { DomainError, invalid } from '#platform/core/errors.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '../orders/rules.ts'
import { termsFor } from '../split-terms/rules.ts'
import { toSplitTerms, type SplitTerms } from '../split-terms/schemas.ts'
import { loadToSettle, MOST_PAYMENTS, type CandidateRow, type Wanted } from './load-to-settle.ts'
import { linesOf, type DraftLine } from './rules.ts'

/** The lines of a settlement to be; writes nothing. */
export const draftLines = async (tx: Transaction, wanted: Wanted): Promise<DraftLine[]> => {
  const payments = await loadToSettle(tx, wanted)
  if (payments.length > MOST_PAYMENTS)
    throw invalid(
      'endsOn',
      'too_large',
      `There are more than ${MOST_PAYMENTS} payments. Settle a shorter period.`,
    )
  if (payments.length === 0)
    throw new DomainError(
      'nothing_to_settle',
      'No payment of it is left to settle, and no refund to reverse.',
    )
  if (payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0) > MAX_ORDER_AMOUNT_MINOR)
    throw invalid('endsOn', 'too_large', `They come to more than ${MAX_ORDER_AMOUNT_MINOR}.`)
  const terms = await loadTerms(tx, wanted)
  return payments.flatMap((payment) => {
    const { id, shares } = termsOf(payment, terms)
    return linesOf({ ...payment, paymentId: payment.id, termsId: id, shares })
  })
}

const loadTerms = async (tx: Transaction, { providerId, currency }: Wanted) => {
  const rows = await tx.db.splitTerms.findMany({
    where: { tenantId: tx.tenantId, currency, OR: [{ providerId }, { providerId: null }] },
  })
  return rows.map(toSplitTerms)
}

/** Of what was settled before those of then, though the provider's may be others now. */
const termsOf = (payment: CandidateRow, terms: readonly SplitTerms[]): SplitTerms => {
  const found = payment.termsId
    ? terms.find(({ id }) => id === payment.termsId)
    : termsFor(terms, payment)
  if (found) return found
  throw new DomainError(
    'split_terms_missing',
    `There are no terms for payment ${payment.id} of ${payment.paidOn}. Create them: POST /v1/marketplace/split-terms.`,
    { extra: { paymentId: payment.id } },
  )
}
