import { Temporal } from 'temporal-polyfill'
import type { Order, SessionPackage as PackageModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { noteMovement } from './move-sessions.ts'

interface Bought {
  serviceId: string | null
  description: string
  /** The sessions of all units of the line. */
  sessions: number
  validMonths: number | null
}

/** Creates a package. The child owns the sessions from the order on, whether or not it is paid. */
export const openPackage = async (
  tx: Transaction,
  { id: orderId, childId, clientId, payerId }: Order,
  { sessions, validMonths, ...bought }: Bought,
): Promise<void> => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  const today = Temporal.PlainDate.from(dateIn(tx.now, defaultTimeZone))
  const expiresOn = validMonths === null ? null : today.add({ months: validMonths }).toString()
  const owners = { orderId, childId: childId!, clientId, payerId }
  const row = await createPackage(tx, {
    ...owners,
    ...bought,
    balance: sessions,
    expiresOn: expiresOn === null ? null : dateColumn(expiresOn),
    transferredFromId: null,
  })
  await noteMovement(tx, row, { kind: 'BOUGHT', sessions })
}

export const createPackage = async (
  tx: Transaction,
  data: Omit<PackageModel, 'tenantId' | 'id' | 'createdAt' | 'updatedAt' | 'version'>,
): Promise<PackageModel> => {
  const row = await tx.db.sessionPackage.create({
    data: { ...freshRecord(tx, newId('sessionPackage')), ...data },
  })
  tx.created({ type: 'sessionPackage', id: row.id }, row)
  return row
}
