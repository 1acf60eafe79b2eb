import { z } from 'zod'
import { placeExample, placeFacts } from '#organization/locations/place-facts.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  groupId: idOf('groupAppointment'),
  providerId: idOf('provider'),
  ...placeFacts,
  type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
  startsAt: instantText.meta({
    description: 'When the group begins, with the offset of its location.',
  }),
})

const example = {
  groupId: exampleId('groupAppointment'),
  providerId: exampleId('provider'),
  ...placeExample,
  type: 'GROUP_SESSION' as const,
  startsAt: '2026-12-01T10:00:00+01:00',
}

/** Places of a group have the events of appointments: `booking.created`, `booking.cancelled` and so on. */
export const groupAppointmentEvents = defineEvents({
  'group_appointment.created': defineEvent({
    description: 'A group appointment was created and can be joined.',
    payload,
    example,
  }),
  'group_appointment.cancelled': defineEvent({
    description:
      'A group appointment was cancelled. Each taken place also sends booking.cancelled.',
    payload,
    example,
  }),
  'group_appointment.rescheduled': defineEvent({
    description:
      'A group appointment was moved. Each taken place also sends appointment.rescheduled.',
    payload: payload.extend({
      previousStartsAt: instantText.meta({
        description: 'Previous start, with the offset of the location.',
      }),
    }),
    example: { ...example, previousStartsAt: '2026-11-30T10:00:00+01:00' },
  }),
  'group_appointment.updated': defineEvent({
    description:
      'The room, location, type or notes of a group appointment changed. Each place that changed with it also sends appointment.updated.',
    payload,
    example,
  }),
  'group_waitlist_entry.moved_up': defineEvent({
    description:
      'A place was given up, and the child who had waited longest got it. The place’s booking.created is sent first.',
    payload: z.strictObject({
      groupWaitlistEntryId: idOf('groupWaitlistEntry'),
      groupId: idOf('groupAppointment'),
      childId: idOf('child'),
      appointmentId: idOf('appointment'),
    }),
    example: {
      groupWaitlistEntryId: exampleId('groupWaitlistEntry'),
      groupId: exampleId('groupAppointment'),
      childId: exampleId('child'),
      appointmentId: exampleId('appointment'),
    },
  }),
})
