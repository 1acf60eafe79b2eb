import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** A record with a price. */
export interface Priced {
  type: 'service' | 'cancellationPolicy'
  id: string
  name: string
  currency: string
}

/** Maximum number of records that the error names. */
const MOST_NAMED = 20

/**
 * The prices that a new currency relabels. It is refused while prices are in another one: they are not converted, so
 * two currencies would mix. A centre without orders may say that its amounts were meant in the new currency.
 */
export const pricesToRelabel = async (
  tx: Transaction,
  currency: string,
  { relabel }: { relabel: boolean },
): Promise<Priced[]> => {
  const priced = await tx.sql<Priced>(PRICED, [tx.tenantId, currency])
  const [{ orders, other } = { orders: 0, other: null }] = await tx.sql<{
    orders: number
    other: string | null
  }>(ORDERED, [tx.tenantId, currency])
  if (orders === 0 && (relabel || priced.length === 0)) return priced
  const used = priced[0]?.currency ?? other
  throw new DomainError('currency_in_use', `${inUse(priced, orders)} ${wayOut(orders, currency)}`, {
    extra: {
      ...(used && { currency: used }),
      prices: priced.slice(0, MOST_NAMED).map(({ type, id, name }) => ({ type, id, name })),
      orders,
    },
  })
}

const inUse = (priced: readonly Priced[], orders: number): string => {
  const named = priced.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = priced.length > named.length ? ` and ${priced.length - named.length} more` : ''
  const parts = [
    ...(priced.length > 0 ? [`prices of ${named.join(', ')}${more}`] : []),
    ...(orders > 0 ? [`${orders} orders`] : []),
  ]
  return `In another currency are ${parts.join(' and ')}. Prices are not converted.`
}

const wayOut = (orders: number, currency: string): string =>
  orders > 0
    ? 'A centre that has orders keeps its currency; single services can have another.'
    : `Send \`relabelPrices: true\` if these amounts were meant in ${currency}, or change each price first.`

/** Gives services and policies another currency with the same amounts. */
export const relabelPrices = async (
  tx: Transaction,
  priced: readonly Priced[],
  currency: string,
): Promise<void> => {
  if (priced.length === 0) return
  const idsOf = (wanted: Priced['type']) =>
    priced.filter(({ type }) => type === wanted).map(({ id }) => id)
  await tx.sql(RELABEL_SERVICES, [tx.tenantId, currency, tx.now, idsOf('service')])
  await tx.sql(RELABEL_POLICIES, [tx.tenantId, currency, tx.now, idsOf('cancellationPolicy')])
  for (const { type, id, currency: before } of priced)
    tx.changed({ type, id }, { currency: before }, { currency })
}

const PRICED = `
  SELECT * FROM (
    SELECT 'service' AS type, id, name, currency FROM services WHERE tenant_id = $1 AND archived_at IS NULL
    UNION ALL
    SELECT 'cancellationPolicy', id, name, currency FROM cancellation_policies WHERE tenant_id = $1 AND archived_at IS NULL
  ) priced WHERE currency <> $2 ORDER BY type DESC, name, id`

const ORDERED = `
  SELECT count(*)::int AS orders, min(currency) AS other FROM orders WHERE tenant_id = $1 AND currency <> $2`

const RELABEL_SERVICES = `
  UPDATE services SET currency = $2, updated_at = $3, version = version + 1 WHERE tenant_id = $1 AND id = ANY ($4)`
const RELABEL_POLICIES = `
  UPDATE cancellation_policies SET currency = $2, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($4)`
