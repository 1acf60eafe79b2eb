import { notFound } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import type { Prepaid } from '#payments/cancellation-policies/rules.ts'
import { partyOfOrder } from '#payments/credits/open-credit.ts'
import { isChargeable } from '#receivables/orders/rules.ts'
import { inFlightOf } from '#payments/payments/in-flight-of.ts'
import type { Split } from '#payouts/split-terms/split.ts'

/** A captured payment with its refunds. */
export interface PaidPart {
  paymentId: string
  gateway: string
  amountMinor: number
  refundedMinor: number
  chargedBackMinor: number
  /** The amount that is disputed and not decided yet. */
  disputedMinor: number
  settledAt: Date
  refunds: readonly { status: string; amountMinor: number; settledAt: Date | null }[]
  /** The remaining share of each party, if the payment was settled. */
  held: Split | null
}

/** The payments of a cancelled appointment, and the terms that apply to them. */
export interface CancellationFacts {
  appointmentId: string
  isOff: boolean
  /** When the appointment was cancelled, or when its fee was waived. */
  offSince: Date
  /** Null if nothing had been paid when it was cancelled. */
  order: {
    id: string
    status: string
    amountMinor: number
    capturedMinor: number
    currency: string
    prepaid: Prepaid
    /** Whether a debtor is named, who can have credit. */
    hasParty: boolean
    inFlightMinor: number
  } | null
  /** The fee for a late cancellation that is deducted from payments. */
  fee: { amount: number; currency: string | null } | null
  /** In the order in which they were created. */
  paid: readonly PaidPart[]
}

/** Locks the records, so that the plan is still valid at commit. */
export const cancellationFacts = async (
  tx: Transaction,
  appointmentId: string,
): Promise<CancellationFacts> => {
  // PostgreSQL answers in this order, so the others see what the lock waited for.
  const [, appointment, order] = await Promise.all([
    lockRecord(tx, 'appointments', appointmentId),
    tx.db.appointment.findFirst({ where: inTenant(tx, appointmentId) }),
    tx.db.order.findFirst({
      where: {
        tenantId: tx.tenantId,
        appointmentId,
        purpose: 'SERVICE',
        prepaidTerms: { not: null },
      },
      orderBy: { id: 'desc' },
    }),
  ])
  if (!appointment) throw notFound('appointment')
  const fee = fromJson(AppointmentFee.nullable(), appointment.fee)
  return {
    appointmentId,
    isOff: !isChargeable(appointment),
    offSince: lastDecided(appointment.statusChangedAt, fee),
    order: order && {
      id: order.id,
      status: order.status,
      amountMinor: order.amountMinor,
      capturedMinor: order.capturedMinor,
      currency: order.currency,
      prepaid: order.prepaidTerms as Prepaid,
      hasParty: partyOfOrder(order) !== undefined,
      inFlightMinor: await inFlightOf(tx, order.id),
    },
    fee: fee?.decision === 'PREPAID' && fee.amount !== null ? { ...fee, amount: fee.amount } : null,
    paid: order ? await paidParts(tx, order.id) : [],
  }
}

const paidParts = async (tx: Transaction, orderId: string): Promise<PaidPart[]> => {
  const rows = await tx.db.payment.findMany({
    where: { tenantId: tx.tenantId, orderId, status: 'SUCCEEDED' },
    include: { refunds: { orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const ids = rows.map(({ id }) => id)
  const settled = await tx.sql<HeldRow>(HELD, [tx.tenantId, ids])
  const heldOf = new Map(settled.map(({ paymentId, held }) => [paymentId, held]))
  return rows.map(({ id, settledAt, ...row }) => ({
    ...row,
    paymentId: id,
    settledAt: settledAt!,
    held: heldOf.get(id) ?? null,
  }))
}

const lastDecided = (statusChangedAt: Date, fee: AppointmentFee | null): Date => {
  const waivedAt = fee?.waiver ? new Date(fee.waiver.waivedAt) : statusChangedAt
  return waivedAt > statusChangedAt ? waivedAt : statusChangedAt
}

interface HeldRow {
  paymentId: string
  held: Split
}

const HELD = `
  SELECT payment_id AS "paymentId", jsonb_build_object('platform', sum(platform_minor), 'provider', sum(provider_minor),
    'centre', sum(centre_minor)) AS held
  FROM settlement_lines WHERE tenant_id = $1 AND payment_id = ANY ($2::text[]) AND counts GROUP BY payment_id`
