import { assertOffered } from '../appointments/assert-offered.ts'
import { prepareBooking, slotFacts } from '../appointments/prepare-booking.ts'
import { nextStatus } from '../appointments/rules.ts'
import { lengthOf, slotOf } from '../slots/rules.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
} from '../appointments/move-appointment.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { jsonOrNull } from '#platform/core/json.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import { inZone } from '#platform/core/time.ts'
import { transact } from '#platform/core/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { slotsFreed } from '../waitlist/slots-freed.ts'
import { lockPlaces, unavailableAttendees } from './unavailable-attendees.ts'
import { loadGroup, lockGroup } from './queries.ts'
import { assertOpen } from './rules.ts'
import {
  groupFacts,
  toGroupAppointment,
  type RescheduledGroup,
  type RescheduleGroup,
} from './schemas.ts'
import { appointmentEvents } from '../appointments/events.ts'
import { groupAppointmentEvents } from './events.ts'

interface RescheduleInput extends RecordRef, RescheduleGroup {
  /** Answers who could not come, and does nothing. */
  dryRun?: boolean
}

/**
 * Moves the group with every place that is taken in it, or nothing. A child that cannot come then, for
 * an appointment of its own or want of consent, is named, and the group stays where it is.
 */
export const rescheduleGroupAppointment = (
  ctx: Context,
  { id, version, override, dryRun = false, ...to }: RescheduleInput,
): Promise<RescheduledGroup> =>
  transact(ctx, 'appointments:write', async (tx) => {
    // Its places first, as those who cancel one do; then again, with those that were taken meanwhile.
    await lockPlaces(tx, id)
    const before = await lockGroup(tx, id)
    assertVersion(before, version)
    assertOpen(before, tx.now)
    const places = await lockPlaces(tx, id)
    if (places.some(({ status }) => !nextStatus('reschedule', status)))
      throw new DomainError('group_under_way', 'Children have been seen in it: it takes place now.')

    const { startsAt, providerId = before.providerId } = to
    const roomId = to.roomId === undefined ? before.roomId : to.roomId
    const children = places.map(({ childId }) => childId)
    const facts = await prepareBooking(
      tx,
      { ...before, childId: null, providerId, roomId },
      children,
    )
    const rules = lengthOf(before)
    const offered = await slotFacts(tx, facts, providerId, {
      startsAt,
      roomId,
      rules,
      movingId: id,
    })
    await assertOffered(
      tx,
      offered,
      { startsAt, override },
      {
        serviceIds: [before.serviceId!],
        providerIds: [providerId],
        locationIds: [facts.locationId],
        moving: { id, roomId, rules },
      },
    )
    const slot = { ...slotOf({ startsAt, ...rules }), providerId, roomId }
    const attendees = await unavailableAttendees(tx, before, places, slot)
    if (dryRun) {
      tx.nothingChanged({ type: 'groupAppointment', id })
      const shown = { ...before, ...slot, provider: { id: providerId, name: facts.providerName } }
      return { ...toGroupAppointment(shown), dryRun, attendees }
    }
    if (attendees.some(({ canCome }) => !canCome))
      throw new DomainError(
        'slot_taken',
        'Children of the group cannot come then: see attendees. Cancel their places, or choose another time.',
        { extra: { resource: 'child', attendees } },
      )

    const data = { ...slot, override: jsonOrNull(override ?? null), ...touched(tx) }
    await tx.db.appointment.update({ where: keyOf(tx, id), data })
    const subject = { type: 'groupAppointment', id } as const
    tx.changed(subject, before, slot)
    for (const place of places)
      await moveAppointment(
        tx,
        { id: place.id },
        {
          verb: 'reschedule',
          // The seat stays taken.
          keepSlotReserved: true,
          fields: () => slot,
          effects: (_, after, { startsAt: previous, timeZone }) =>
            tx.emit(appointmentEvents['appointment.rescheduled'], appointmentSubject(after), {
              ...appointmentFacts(after),
              previousStartsAt: inZone(previous, timeZone),
            }),
        },
      )
    await reportReleased(tx, facts.released, 'EXPIRED')
    await slotsFreed(tx, [before])
    const after = await loadGroup(tx, id)
    const previousStartsAt = inZone(before.startsAt, before.timeZone)
    tx.emit(groupAppointmentEvents['group_appointment.rescheduled'], subject, {
      ...groupFacts(after),
      previousStartsAt,
    })
    return { ...toGroupAppointment(after), dryRun, attendees }
  })
