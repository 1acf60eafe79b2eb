import { defineMetrics, sumOf, type Metric } from './metric.ts'

const PLACE =
  'in the zone of the location of the appointment that the order is for; of other orders, in the zone of the centre.'

const shared = {
  unit: 'MONEY',
  whenCorrected:
    'The days before and after the change are counted again, also if an order gets another payer or its appointment another location.',
  needs: 'orders:read',
  recordsNeed: 'orders:read',
} as const satisfies Partial<Metric>

const share = (who: string) => `${who} in payments that were settled, less its part of refunds.`

const settled = {
  unit: 'MONEY',
  records: sumOf('SETTLEMENTS', 'lines'),
  excludes: 'Unpaid, failed and cancelled settlements. Other currencies.',
  countedOn: `The day on which the settlement was paid out, ${PLACE}`,
  whenCorrected:
    'A refund of a settled payment is a line of a later settlement, and counts on that day.',
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
      'Income of orders, as the ledger has it in REVENUE and FEE_REVENUE before refunds: their amounts without tax, whether or not they are paid; of a cancelled order what was paid and kept, such as a deposit.',
    excludes:
      'What a cancelled order does not owe any more. Refunds are not taken off: REFUNDS has them. Other currencies.',
    countedOn: `The day on which the order was made, ${PLACE}`,
  },
  PAYMENTS_RECEIVED: {
    ...shared,
    title: 'Payments received',
    numerator: sumOf('MONEY', 'received'),
    records: sumOf('MONEY', 'payments'),
    counts: 'Amounts of payments that succeeded, with tax.',
    excludes:
      'Payments that are under way or failed, and those with credit; prepayments of credit. Refunds are not taken off. Other currencies.',
    countedOn: `The day on which the payment succeeded, ${PLACE}`,
    needs: 'payments:read',
    recordsNeed: 'payments:read',
  },
  REFUNDS: {
    ...shared,
    title: 'Refunds',
    numerator: sumOf('MONEY', 'refunded'),
    records: sumOf('MONEY', 'refunds'),
    counts: 'Amounts of refunds that succeeded, with tax.',
    excludes:
      'Refunds that are under way or failed, and those as credit; credit that is paid out. Other currencies.',
    countedOn: `The day on which the refund succeeded, ${PLACE}`,
    needs: 'refunds:read',
    recordsNeed: 'refunds:read',
  },
  OUTSTANDING: {
    ...shared,
    title: 'Outstanding',
    numerator: sumOf('OUTSTANDING', 'owed'),
    records: sumOf('OUTSTANDING', 'open_orders'),
    counts: 'Amounts of orders that are open, with tax, less what was paid of them: what is owed.',
    excludes: 'Orders that were made after the last day. Other currencies.',
    countedOn: `Orders that were made until the end of the last day, ${PLACE}`,
    whenCorrected: 'Counted on request: later payments reduce it.',
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
