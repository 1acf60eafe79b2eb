import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertUndisputed } from '#payments/disputes/rules.ts'
import type { Wanted } from './load-to-settle.ts'
import type { CreateSettlement } from './schemas.ts'

/** The requested payments: those of a closed period, or by id. */
export const wantedPayments = async (tx: Transaction, input: CreateSettlement): Promise<Wanted> => {
  const { defaultTimeZone: timeZone, currency } = await loadTenantSettings(tx)
  const { providerId, startsOn, endsOn, paymentIds } = input
  if (paymentIds) {
    if (startsOn !== undefined || endsOn !== undefined)
      throw invalid('paymentIds', 'not_allowed', 'Send either a period or paymentIds, not both.')
    const [found] = await currenciesOf(tx, providerId, paymentIds)
    return { providerId, currency: found!, startsOn: null, endsOn: null, paymentIds, timeZone }
  }
  if (startsOn === undefined || endsOn === undefined)
    throw invalid('startsOn', 'required', 'Send startsOn and endsOn, or paymentIds.')
  if (endsOn < startsOn)
    throw invalid('endsOn', 'out_of_range', 'endsOn is before startsOn. Send a later endsOn.')
  if (endsOn >= dateIn(tx.now, timeZone))
    throw invalid(
      'endsOn',
      'in_the_future',
      'The day has not ended yet. Choose yesterday or an earlier date.',
    )
  return {
    providerId,
    currency: input.currency ?? currency,
    startsOn,
    endsOn,
    paymentIds: null,
    timeZone,
  }
}

/** The common currency of the given payments. They must be captured, belong to the provider, and not be settled. */
const currenciesOf = async (tx: Transaction, providerId: string, ids: readonly string[]) => {
  const rows = await tx.sql<NamedRow>(NAMED, [tx.tenantId, ids, providerId])
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const [index, id] of ids.entries()) {
    const row = known.get(id)
    if (!row) throw invalidReference(`paymentIds.${index}`, 'payment')
    if (!row.isCaptured || !row.isOfProvider)
      throw invalid(
        `paymentIds.${index}`,
        'not_allowed',
        'The payment has not been captured, or is not for an appointment of the provider.',
      )
    if (row.settlementId) throw alreadySettled(id, row.settlementId)
    assertUndisputed(row)
  }
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  if (currencies.length > 1)
    throw invalid(
      'paymentIds',
      'mixed_currencies',
      `The payments are in ${currencies.join(' and ')}. Create a settlement for each currency.`,
    )
  return currencies
}

const alreadySettled = (paymentId: string, settlementId: string) =>
  new DomainError(
    'payment_already_settled',
    `Payment ${paymentId} is already in settlement ${settlementId}. Omit it.`,
    { extra: { paymentId, settlementId } },
  )

interface NamedRow {
  id: string
  currency: string
  isCaptured: boolean
  isOfProvider: boolean
  disputedMinor: number
  settlementId: string | null
}

const NAMED = `
  SELECT p.id, p.currency, p.status = 'SUCCEEDED' AS "isCaptured", coalesce(a.provider_id = $3, false) AS "isOfProvider",
    p.disputed_minor AS "disputedMinor", l.settlement_id AS "settlementId"
  FROM payments p
    JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
    LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    LEFT JOIN settlement_lines l ON l.tenant_id = p.tenant_id AND l.payment_id = p.id
      AND l.refund_id IS NULL AND l.dispute_id IS NULL AND l.counts
  WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])`
