import { announceBooking } from '../appointments/create-appointment.ts'
import { insertAppointment } from '../appointments/place-appointment.ts'
import { toAppointment, type Appointment, type AppointmentRow } from '../appointments/schemas.ts'
import { LIVE } from '../availability/busy.ts'
import { assertConsents, consentsHeld, type ConsentsHeld } from '../consents/rules.ts'
import type { Context } from '../core/context.ts'
import { groupFull } from '../core/database-errors.ts'
import { DomainError, invalidReference } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { expireHolds, reportReleased } from '../holds/release-holds.ts'
import { lockGroup } from './queries.ts'
import type { JoinGroup } from './schemas.ts'

/**
 * A place in a group: an appointment of the child at the group's time, which takes neither provider nor
 * room. The seat that it takes is the lowest free one; the database keeps it the only one.
 */
export const joinGroupAppointment = (
  ctx: Context,
  { id, childId, notes }: JoinGroup & { id: string },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    // The child first, as every booking does. What is read comes after both locks.
    await tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [childId])
    const { _count, ...group } = await lockGroup(tx, id)
    if (group.status !== 'CONFIRMED' || group.startsAt <= tx.now)
      throw new DomainError('conflict', 'The group was cancelled or has begun. Choose another.')
    const facts = await findPlace(tx, { id, childId })
    if (!facts.childFound) throw invalidReference('childId', 'child')
    assertConsents(facts.consents, group.startsAt)
    if (facts.seat === null) throw groupFull()

    const row: AppointmentRow = {
      ...group,
      id: newId('appointment'),
      childId,
      groupId: id,
      seat: facts.seat,
      capacity: null,
      status: facts.requiresConfirmation ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
      notes: notes ?? null,
      override: null,
      statusChangedAt: tx.now,
      createdAt: tx.now,
      updatedAt: tx.now,
      version: 1,
    }
    insertAppointment(tx, row)
    announceBooking(tx, row, facts)
    if (facts.expiredHolds) reportReleased(tx, await expireHolds(tx, facts.expiredHolds), 'EXPIRED')
    return toAppointment(row)
  })

interface Place {
  childFound: boolean
  consents: ConsentsHeld | null
  requiresConfirmation: boolean
  serviceCode: string
  tenantCurrency: string
  seat: number | null
  expiredHolds: string[] | null
}

const findPlace = async (
  tx: Transaction,
  { id, childId }: { id: string; childId: string },
): Promise<Place> => {
  const [place] = await tx.sql<Place>(FIND_PLACE, [tx.tenantId, id, childId, tx.now])
  return place!
}

const FIND_PLACE = `
  SELECT EXISTS (SELECT FROM children c WHERE c.tenant_id = $1 AND c.id = $3 AND c.archived_at IS NULL) AS "childFound",
         ${consentsHeld('$1', '$3', 's.required_consents')} AS consents,
         s.requires_confirmation AS "requiresConfirmation", s.code AS "serviceCode", t.currency AS "tenantCurrency",
         (SELECT min(n) FROM generate_series(1, g.capacity) AS n
          WHERE NOT EXISTS (SELECT FROM appointments a WHERE a.tenant_id = $1 AND a.group_id = $2 AND a.seat = n
                              AND a.status IN ${LIVE})) AS seat,
         (SELECT array_agg(h.id) FROM appointments h
          WHERE h.tenant_id = $1 AND h.status = 'HELD' AND h.held_until <= $4 AND h.child_id = $3) AS "expiredHolds"
  FROM appointments g JOIN services s ON s.tenant_id = g.tenant_id AND s.id = g.service_id
  JOIN tenants t ON t.tenant_id = g.tenant_id
  WHERE g.tenant_id = $1 AND g.id = $2`
