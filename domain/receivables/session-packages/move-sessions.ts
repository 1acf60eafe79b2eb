import type { SessionPackage as PackageModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { sessionPackageEvents } from './events.ts'
import type { PackageMovementKind } from './rules.ts'
import { packageExpiryWorkflow } from './workflows.ts'

interface Movement {
  kind: PackageMovementKind
  /** Added; negative: taken. */
  sessions: number
  appointmentId?: string
}

/** Adds sessions to a locked package or takes them from it. The database refuses a negative balance. */
export const moveSessions = async (
  tx: Transaction,
  packageId: string,
  { kind, sessions, appointmentId }: Movement,
): Promise<PackageModel> => {
  const before = (await tx.db.sessionPackage.findFirst({ where: inTenant(tx, packageId) }))!
  const after = await tx.db.sessionPackage.update({
    where: keyOf(tx, packageId),
    data: { balance: before.balance + sessions, ...touched(tx) },
  })
  await noteMovement(tx, after, { kind, sessions, ...(appointmentId && { appointmentId }) })
  tx.changed({ type: 'sessionPackage', id: packageId }, before, after)
  return after
}

/** Records the movement of a balance that was updated, announces it, and plans the expiry again. */
export const noteMovement = async (
  tx: Transaction,
  row: PackageModel,
  { kind, sessions, appointmentId }: Movement,
): Promise<void> => {
  await tx.db.sessionPackageMovement.create({
    data: {
      tenantId: tx.tenantId,
      id: newId('sessionPackageMovement'),
      packageId: row.id,
      kind,
      sessions,
      appointmentId: appointmentId ?? null,
      createdAt: tx.now,
    },
  })
  const subject = { type: 'sessionPackage', id: row.id } as const
  const { id, childId, orderId, balance } = row
  const facts = { packageId: id, childId, orderId, sessions, balance }
  const event = kind === 'TRANSFERRED' && sessions > 0 ? RECEIVED : EVENT_OF[kind]
  if (event === EVENT_OF.USED || event === EVENT_OF.RETURNED)
    tx.emit(sessionPackageEvents[event], subject, { ...facts, appointmentId: appointmentId! })
  else tx.emit(sessionPackageEvents[event], subject, facts)
  if (row.expiresOn !== null) tx.wake(packageExpiryWorkflow, row.id)
}

const RECEIVED = 'session_package.received'
const EVENT_OF = {
  BOUGHT: 'session_package.bought',
  USED: 'session_package.used',
  RETURNED: 'session_package.returned',
  EXPIRED: 'session_package.expired',
  TRANSFERRED: 'session_package.transferred',
  WITHDRAWN: 'session_package.withdrawn',
} as const satisfies Record<PackageMovementKind, keyof typeof sessionPackageEvents>
