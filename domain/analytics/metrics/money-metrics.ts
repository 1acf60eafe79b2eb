import { defineMetrics, sumOf, type Metric } from './metric.ts'

const PLACE =
  'in the zone of the location of the order’s appointment; for other orders, in the zone of the centre.'

const shared = {
  unit: 'MONEY',
  whenCorrected:
    'The days before and after the change are recomputed, also if an order gets another payer or its appointment another location.',
  needs: 'orders:read',
  recordsNeed: 'orders:read',
} as const satisfies Partial<Metric>

const share = (who: string) => `${who} in settled payments, minus its part of refunds.`

const settled = {
  unit: 'MONEY',
  records: sumOf('SETTLEMENTS', 'lines'),
  excludes: 'Unpaid, failed and cancelled settlements. Other currencies.',
  countedOn: `The day on which the settlement was paid out, ${PLACE}`,
  whenCorrected:
    'A refund of a settled payment is a line of a later settlement, and counts on the day of that settlement.',
  needs: 'settlements:read',
  recordsNeed: 'settlements:read',
} as const satisfies Partial<Metric>

/** Money in minor units, per currency. */
export const moneyMetrics = defineMetrics({
  REVENUE: {
    ...shared,
    title: 'Revenue',
    numerator: sumOf('MONEY', 'revenue'),
    records: sumOf('MONEY', 'orders'),
    counts:
      'Income of orders, as in the ledger accounts REVENUE and FEE_REVENUE before refunds: their amounts without tax, whether or not they are paid; for a cancelled order, the amount paid and kept, such as a deposit.',
    excludes:
      'The part of a cancelled order that is no longer owed. Refunds are not subtracted: see REFUNDS. Other currencies.',
    countedOn: `The day on which the order was created, ${PLACE}`,
  },
  PAYMENTS_RECEIVED: {
    ...shared,
    title: 'Payments received',
    numerator: sumOf('MONEY', 'received'),
    records: sumOf('MONEY', 'payments'),
    counts: 'Amounts of successful payments, with tax.',
    excludes:
      'Payments in progress, failed payments, and payments with credit; prepayments of credit. Refunds are not subtracted. Other currencies.',
    countedOn: `The day on which the payment succeeded, ${PLACE}`,
    needs: 'payments:read',
    recordsNeed: 'payments:read',
  },
  REFUNDS: {
    ...shared,
    title: 'Refunds',
    numerator: sumOf('MONEY', 'refunded'),
    records: sumOf('MONEY', 'refunds'),
    counts: 'Amounts of successful refunds, with tax.',
    excludes:
      'Refunds in progress, failed refunds, and refunds as credit; payouts of credit. Other currencies.',
    countedOn: `The day on which the refund succeeded, ${PLACE}`,
    needs: 'refunds:read',
    recordsNeed: 'refunds:read',
  },
  OUTSTANDING: {
    ...shared,
    title: 'Outstanding',
    numerator: sumOf('OUTSTANDING', 'owed'),
    records: sumOf('OUTSTANDING', 'open_orders'),
    counts: 'Amounts of open orders, with tax, minus payments: the amount due.',
    excludes: 'Orders created after the last day. Other currencies.',
    countedOn: `Orders created by the end of the last day, ${PLACE}`,
    whenCorrected: 'Computed on request: later payments reduce it.',
  },
  SETTLEMENT_GROSS: {
    ...settled,
    title: 'Settled',
    numerator: sumOf('SETTLEMENTS', 'gross'),
    counts: 'Settled payments, minus refunds of payments settled earlier.',
  },
  SETTLEMENT_PROVIDER_SHARE: {
    ...settled,
    title: 'Settled: share of providers',
    numerator: sumOf('SETTLEMENTS', 'provider_share'),
    counts: share('The share of providers'),
  },
  SETTLEMENT_PLATFORM_SHARE: {
    ...settled,
    title: 'Settled: share of the platform',
    numerator: sumOf('SETTLEMENTS', 'platform_share'),
    counts: share('The share of the platform'),
  },
  SETTLEMENT_CENTER_SHARE: {
    ...settled,
    title: 'Settled: share of the centre',
    numerator: sumOf('SETTLEMENTS', 'center_share'),
    counts: share('The share of the centre'),
  },
})
