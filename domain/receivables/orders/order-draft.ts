import { ofChild } from '#people/children/of-child.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { packageUsedBy } from '../session-packages/use-session.ts'
import { assertChargeable } from './rules.ts'
import { assertPackage, assertTaxed, basisPoints, type LineKind } from './line-amounts.ts'
import type { Discount } from './line-discount.ts'
import type { CreateOrderLine, LinePackage } from './schemas.ts'

/** A charge that is not an order yet. */
export interface OrderDraft {
  childId: string | null
  appointmentId: string | null
  /** If undefined, the payer of the billing guardian, if there is one. */
  payerId?: string | undefined
  /** The discount code for its lines. */
  discountCodeId?: string
  currency: string
  lines: DraftLine[]
}

/** By default, a line is a service without discount and tax. */
export interface DraftLine {
  serviceId: string | null
  description: string
  quantity: number
  unitAmountMinor: number
  kind?: LineKind
  discount?: Discount | null
  taxBasisPoints?: number
  taxExemption?: string | null
  package?: LinePackage | null
}

/**
 * One line with the service, at the price of the booking. Locks the appointment, so that it is not cancelled
 * meanwhile.
 */
export const draftOfAppointment = async (
  tx: Transaction,
  appointmentId: string,
  currency: string | undefined,
): Promise<OrderDraft> => {
  await lockRecord(tx, 'appointments', appointmentId)
  const row = await tx.db.appointment.findFirst({ where: inTenant(tx, appointmentId) })
  if (!row) throw invalidReference('appointmentId', 'appointment')
  const appointment = ofChild(row)
  assertChargeable(appointment)
  await assertNotCovered(tx, appointmentId)
  if (appointment.amountMinor === null || appointment.currency === null)
    throw invalid(
      'appointmentId',
      'no_price',
      'The appointment has no price. Send childId and lines instead.',
    )
  if (currency !== undefined && currency !== appointment.currency)
    throw invalid(
      'currency',
      'not_allowed',
      `The price of the appointment is in ${appointment.currency}. Use that currency.`,
    )
  return {
    childId: appointment.childId,
    appointmentId,
    currency: appointment.currency,
    lines: [
      {
        serviceId: appointment.serviceId,
        description: await serviceName(tx, appointment),
        quantity: 1,
        unitAmountMinor: appointment.amountMinor,
      },
    ],
  }
}

/** Refuses to charge a session that a package covers. */
const assertNotCovered = async (tx: Transaction, appointmentId: string): Promise<void> => {
  const packageId = await tx.asCentre(() => packageUsedBy(tx, appointmentId))
  if (packageId === undefined) return
  throw new DomainError(
    'appointment_covered',
    `The appointment is paid with a session of package ${packageId}, so there is nothing to charge.`,
    { extra: { packageId } },
  )
}

/** The service's name on the invoice; without a service, the appointment's type. */
export const serviceName = async (
  tx: Transaction,
  { serviceId, type }: { serviceId: string | null; type: string },
): Promise<string> => {
  if (!serviceId) return type
  const service = await tx.db.service.findFirst({ where: inTenant(tx, serviceId) })
  return service?.name ?? type
}

export const draftOfLines = async (
  tx: Transaction,
  { childId, lines }: { childId: string | null; lines: CreateOrderLine[] },
  currency: string | undefined,
): Promise<OrderDraft> => {
  await assertReferences(tx, 'child', { childId })
  const services = lines.map((line, index) => [`lines.${index}.serviceId`, line.serviceId] as const)
  await assertReferences(tx, 'service', Object.fromEntries(services))
  return {
    childId,
    appointmentId: null,
    currency: currency ?? (await loadTenantSettings(tx)).currency,
    lines: lines.map(({ serviceId = null, unitAmount, taxRate = 0, ...line }, index) => {
      assertPackage({ ...line, childId }, `lines.${index}`)
      assertTaxed({ taxRate, taxExemption: line.taxExemption ?? null }, `lines.${index}`)
      return {
        ...line,
        serviceId,
        unitAmountMinor: unitAmount,
        taxBasisPoints: basisPoints(taxRate),
      }
    }),
  }
}
