import { announceBooking } from '../appointments/create-appointment.ts'
import { insertAppointment } from '../appointments/book-slot.ts'
import { TAKES_SLOT, type AppointmentStatus } from '../slots/appointment-status.ts'
import type { AppointmentRow } from '../appointments/schemas.ts'
import { liveAt } from '../availability/live-at.ts'
import { consentsHeld, type ConsentsHeld } from '#people/consents/rules.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { expireHolds } from '../holds/expire-holds.ts'
import type { loadGroup } from './queries.ts'

type Group = Awaited<ReturnType<typeof loadGroup>>

/** What decides whether a child can take a place in a group. */
export interface SeatFacts {
  group: { status: AppointmentStatus; startsAt: Date }
  providerStatus: ProviderStatus
  childFound: boolean
  /** When the child's care ends; null if the child is in care. */
  dischargedAt: Date | null
  /** A restricted child gets no new records, so the next child on the waitlist gets the place. */
  childRestricted: boolean
  /** Whether the child is free at that time. In the end, the exclusion constraint decides. */
  childFree: boolean
  consents: ConsentsHeld | null
  requiresConfirmation: boolean
  serviceCode: string
  requiredForms: string[]
  tenantCurrency: string
  /** The lowest free seat; null if the group is full. */
  seat: number | null
  expiredHolds: string[] | null
}

/** Waits for current bookings of the child. Lock the group first, as `promote` does. */
export const lockChild = (tx: Transaction, childId: string) => lockKey(tx, childId)

/**
 * Finds a free seat. If the child and the group are locked, the result is valid until the transaction ends; a
 * separate statement is needed so that it sees what the locks waited for. Without locks, the result is valid
 * only now.
 */
export const findSeat = async (
  tx: Transaction,
  { id, childId }: { id: string; childId: string },
): Promise<SeatFacts> => {
  const [place] = await tx.sql<FoundPlace>(FIND_PLACE, [tx.tenantId, id, childId, tx.now])
  if (!place) throw notFound('group appointment')
  const { status, startsAt, ...facts } = place
  return { ...facts, group: { status, startsAt } }
}

type FoundPlace = Omit<SeatFacts, 'group'> & SeatFacts['group']

/** Writes the place: an appointment of the child at the time of the group, without provider and room. */
export const takeSeat = async (
  tx: Transaction,
  { _count: _, ...group }: Group,
  facts: SeatFacts,
  { childId, notes }: { childId: string; notes: string | null },
): Promise<AppointmentRow> => {
  const row: AppointmentRow = {
    ...group,
    id: newId('appointment'),
    childId,
    groupId: group.id,
    seat: facts.seat,
    capacity: null,
    status: facts.requiresConfirmation ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
    notes,
    override: null,
    statusChangedAt: tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
    version: 1,
  }
  insertAppointment(tx, row)
  await announceBooking(tx, row, facts)
  if (facts.expiredHolds)
    await reportReleased(tx, await expireHolds(tx, facts.expiredHolds), 'EXPIRED')
  return row
}

const FIND_PLACE = `
  SELECT g.status, g.starts_at AS "startsAt", p.status AS "providerStatus",
         EXISTS (SELECT FROM children c WHERE c.tenant_id = $1 AND c.id = $3 AND c.archived_at IS NULL) AS "childFound",
         (SELECT discharged_at FROM children c WHERE c.tenant_id = $1 AND c.id = $3) AS "dischargedAt",
         EXISTS (SELECT FROM children c WHERE c.tenant_id = $1 AND c.id = $3 AND c.restricted_at IS NOT NULL) AS "childRestricted",
         NOT EXISTS (SELECT FROM therapy.diary a WHERE a.tenant_id = $1 AND a.child_id = $3 AND ${liveAt('$4')}
                       AND a.starts_at > g.starts_at - interval '24 hours' AND a.starts_at < g.ends_at
                       AND a.ends_at > g.starts_at) AS "childFree",
         ${consentsHeld('$1', '$3', 's.required_consents')} AS consents,
         s.requires_confirmation AS "requiresConfirmation", s.code AS "serviceCode", s.required_forms AS "requiredForms", t.currency AS "tenantCurrency",
         (SELECT min(n) FROM generate_series(1, g.capacity) AS n
          WHERE NOT EXISTS (SELECT FROM therapy.diary a WHERE a.tenant_id = $1 AND a.group_id = $2 AND a.seat = n
                              AND a.status IN ${TAKES_SLOT})) AS seat,
         (SELECT array_agg(h.id) FROM appointments h
          WHERE h.tenant_id = $1 AND h.status = 'HELD' AND h.held_until <= $4 AND h.child_id = $3) AS "expiredHolds"
  FROM appointments g JOIN services s ON s.tenant_id = g.tenant_id AND s.id = g.service_id
  JOIN providers p ON p.tenant_id = g.tenant_id AND p.id = g.provider_id
  JOIN tenants t ON t.tenant_id = g.tenant_id
  WHERE g.tenant_id = $1 AND g.id = $2`
