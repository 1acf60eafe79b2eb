import { missingConsents } from '#people/consents/rules.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { inZone } from '#platform/core/time/time.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import { findSeat, lockChild, takeSeat } from './take-seat.ts'
import { lockGroup } from './queries.ts'
import { isOpen } from './rules.ts'
import { groupAppointmentEvents } from './events.ts'

/** Maximum number of waiting children who are examined for a free place. */
const MOST_ASKED = 20

/**
 * Gives a free place to the child who has waited longest and can attend: not archived or restricted, free at
 * that time, and with all consents. Nobody gets it while the provider is suspended. The others keep waiting.
 */
export const promote = (tx: Transaction, groupId: string): Promise<void> =>
  tx.asCentre(() => giveFreePlace(tx, groupId))

const giveFreePlace = async (tx: Transaction, groupId: string): Promise<void> => {
  const group = await lockGroup(tx, groupId)
  if (!isOpen(group, tx.now)) return
  const waiting = await tx.sql<{ id: string; childId: string }>(WAITING, [
    tx.tenantId,
    groupId,
    MOST_ASKED,
  ])
  for (const { id, childId } of waiting) {
    await lockChild(tx, childId)
    const facts = await findSeat(tx, { id: groupId, childId })
    if (facts.seat === null || facts.providerStatus !== 'APPROVED') return
    if (!facts.childFound || facts.childRestricted || !facts.childFree) continue
    if (facts.dischargedAt && facts.dischargedAt <= group.startsAt) continue
    if (missingConsents(facts.consents, group.startsAt).length > 0) continue
    const [still] = await tx.sql(STILL_WAITING, [tx.tenantId, id])
    if (!still) continue

    const {
      id: appointmentId,
      startsAt,
      timeZone,
    } = await takeSeat(tx, group, facts, {
      childId,
      notes: null,
    })
    tx.atCommit(MOVED_UP, [tx.tenantId, id, appointmentId, tx.now])
    const subject = { type: 'groupWaitlistEntry', id } as const
    tx.changed(
      subject,
      { status: 'WAITING', appointmentId: null },
      { status: 'MOVED_UP', appointmentId },
    )
    tx.emit(groupAppointmentEvents['group_waitlist_entry.moved_up'], subject, {
      groupWaitlistEntryId: id,
      groupId,
      childId,
      appointmentId,
    })
    const [told] = await tx.sql<Told>(TOLD, [tx.tenantId, childId, group.locationId])
    for (const recipient of await guardiansOf(tx, childId))
      await queueMessage(tx, {
        template: 'place.freed',
        variables: {
          ...told!,
          startsAt: inZone(startsAt, timeZone),
          timeZone,
          firstName: recipient.firstName,
        },
        recipient,
        subject: { type: 'appointment', id: appointmentId },
        dedupeKey: `${id}/${recipient.id}`,
        timeZone,
        notAfter: startsAt,
        told: { startsAt, locationId: group.locationId },
      })
    return
  }
}

interface Told {
  childFirstName: string
  locationName: string
  locationPhone: string | null
}

const WAITING = `
  SELECT id, child_id AS "childId" FROM group_waitlist_entries
  WHERE tenant_id = $1 AND group_id = $2 AND status = 'WAITING' ORDER BY created_at, id LIMIT $3`

const STILL_WAITING = `
  SELECT 1 FROM group_waitlist_entries WHERE tenant_id = $1 AND id = $2 AND status = 'WAITING' FOR UPDATE`

const MOVED_UP = `
  UPDATE group_waitlist_entries SET status = 'MOVED_UP', appointment_id = $3, updated_at = $4, version = version + 1
  WHERE tenant_id = $1 AND id = $2`

const TOLD = `
  SELECT c.first_name AS "childFirstName", l.name AS "locationName", l.phone AS "locationPhone"
  FROM children c JOIN locations l ON l.tenant_id = c.tenant_id AND l.id = $3
  WHERE c.tenant_id = $1 AND c.id = $2`
