import { messagesOfSteps, plannedSteps } from '#messaging/follow-ups/planned-steps.ts'
import { NOTICE_STEPS } from '../appointments/notice-steps.ts'
import { changeSlot, overrideOf } from '../appointments/change-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { recordOf } from '#platform/core/records/record.ts'
import { inZone } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { slotsFreed } from '../waitlist/slots-freed.ts'
import { changePlaces } from './change-places.ts'
import { lockWithPlaces } from './lock-with-places.ts'
import { unavailableAttendees } from './unavailable-attendees.ts'
import { loadGroup } from './queries.ts'
import {
  groupFacts,
  toGroupAppointment,
  type RescheduledGroup,
  type RescheduleGroup,
} from './schemas.ts'
import { groupAppointmentEvents } from './events.ts'

interface RescheduleInput extends RecordRef, RescheduleGroup {
  /** If true, returns who could not attend without changing anything. */
  dryRun?: boolean
}

/**
 * Moves a group with all taken places, or not at all. If children cannot attend, because of another appointment
 * or a missing consent, it names them and moves nothing.
 */
export const rescheduleGroupAppointment = (
  ctx: Context,
  { id, dryRun = false, ...input }: RescheduleInput,
): Promise<RescheduledGroup> =>
  transact(ctx, 'appointments:write', async (tx) => {
    if (!dryRun) return { ...(await reschedule(tx, { id, ...input })), dryRun }
    const { version, updatedAt } = recordOf(await loadGroup(tx, id))
    const moved = await tx.rehearse(() => reschedule(tx, { id, ...input }, 'named'))
    tx.nothingChanged({ type: 'groupAppointment', id })
    return { ...moved, version, updatedAt, dryRun }
  })

/** What happens if children cannot attend: the move is refused, or they are only listed. */
type Unavailable = 'refused' | 'named'

const reschedule = async (
  tx: Transaction,
  { id, version, ...to }: RecordRef & RescheduleGroup,
  unavailable: Unavailable = 'refused',
): Promise<Omit<RescheduledGroup, 'dryRun'>> => {
  const { before, places } = await lockWithPlaces(tx, { id, version }, 'reschedule')
  const children = places.map(({ childId }) => childId)
  const { slot, facts } = await changeSlot(tx, before, to, children)
  const attendees = await unavailableAttendees(tx, before, places, slot)
  const canCome = new Set(attendees.filter((it) => it.canCome).map((it) => it.appointmentId))
  if (canCome.size < places.length && unavailable === 'refused')
    throw new DomainError(
      'slot_taken',
      'Some children of the group are not available then; see attendees. Cancel their places, or choose another time.',
      { extra: { resource: 'child', attendees } },
    )

  const data = { ...slot, ...overrideOf(to), ...touched(tx) }
  await tx.db.appointment.update({ where: keyOf(tx, id), data })
  const subject = { type: 'groupAppointment', id } as const
  tx.changed(subject, before, slot)
  const moving = places.filter((place) => canCome.has(place.id))
  await changePlaces(tx, moving, {
    verb: 'reschedule',
    reason: to.override?.reason,
    to: slot,
  })
  await reportReleased(tx, facts.released, 'EXPIRED')
  await slotsFreed(tx, [before])
  const after = await loadGroup(tx, id)
  tx.emit(groupAppointmentEvents['group_appointment.rescheduled'], subject, {
    ...groupFacts(after),
    previousStartsAt: inZone(before.startsAt, before.timeZone),
  })
  const messages = await messagesAbout(tx, moving)
  return { ...toGroupAppointment(after), attendees, messages }
}

/** Who is told of the move of each place. */
const messagesAbout = async (tx: Transaction, places: readonly { id: string }[]) => {
  const messages: RescheduledGroup['messages'] = []
  // A place seen through break-glass access is not seen at its new time.
  const seen = await tx.sql<{ id: string }>(SEEN, [tx.tenantId, places.map(({ id }) => id)])
  for (const { id: subjectId } of seen) {
    const lifecycle = { kind: 'appointmentLifecycle', subjectId } as const
    const steps = await plannedSteps(tx, lifecycle)
    const notices = steps.filter(({ step }) => NOTICE_STEPS.has(step))
    messages.push(...(await messagesOfSteps(tx, lifecycle, notices)))
  }
  return messages
}

const SEEN = `
  SELECT a.id FROM appointments a JOIN children c ON c.tenant_id = a.tenant_id AND c.id = a.child_id
  WHERE a.tenant_id = $1 AND a.id = ANY ($2::text[]) ORDER BY a.id`
