import { z } from 'zod'
import { FeeDecision } from '#payments/cancellation-policies/appointment-fee.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { placeExample, placeFacts } from '#organization/locations/place-facts.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { instantText } from '#platform/core/time/time.ts'

const appointmentFacts = {
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  providerId: idOf('provider'),
  ...placeFacts,
  type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
  startsAt: instantText.meta({
    description: 'When the appointment begins, with the offset of its location.',
  }),
  endsAt: instantText
    .exactOptional()
    .meta({ description: 'When the appointment ends, with the offset of its location.' }),
}

const example = {
  appointmentId: exampleId('appointment'),
  childId: exampleId('child'),
  providerId: exampleId('provider'),
  ...placeExample,
  type: 'THERAPY_SESSION' as const,
  startsAt: '2026-12-01T10:00:00+01:00',
  endsAt: '2026-12-01T10:45:00+01:00',
}

/** The result of the fee decision; `orderId` is the fee's order. */
const feeFacts = z.strictObject({
  decision: z.enum(FeeDecision).meta({ description: 'What happened to the fee.' }),
  amount: z.int().min(0).nullable().meta({
    description:
      'Fee in minor units of the currency; null if the fee is a share of an unknown price.',
  }),
  currency: z.string().length(3).nullable().meta({
    description:
      'Currency of the fee, as an ISO 4217 code; null if nothing is due or the price is not known.',
  }),
  orderId: idOf('order').nullable(),
})

/** The name that the specification uses for the appointment, in addition to the one in other events. */
const bookingIds = {
  bookingId: idOf('appointment').meta({ description: 'ID of the appointment.' }),
  appointmentId: idOf('appointment').meta({
    description: 'ID of the appointment, under the name that other events use.',
  }),
}

/** Bookings include the provider, the place and the time, which other events contain anyway. */
const bookingFacts = {
  providerId: idOf('provider').exactOptional(),
  ...placeFacts,
  startsAt: appointmentFacts.startsAt.exactOptional(),
  endsAt: appointmentFacts.endsAt,
}
const bookingExample = {
  providerId: exampleId('provider'),
  ...placeExample,
  startsAt: example.startsAt,
  endsAt: example.endsAt,
}

export const appointmentEvents = defineEvents({
  'booking.created': defineEvent({
    description: 'An appointment was booked.',
    payload: z.strictObject({
      ...bookingIds,
      childId: idOf('child'),
      service: z.enum(AppointmentType).meta({
        description: "Kind of the service, which is the appointment's type.",
      }),
      serviceCode: z.string().nullable().meta({
        description: "The centre's own code for the service; null if no service was booked.",
      }),
      amount: z.int().min(0).meta({
        description:
          'Price in minor units of the currency; 0 if the appointment is free, or if `priceKnown` is false.',
      }),
      priceKnown: z.boolean().meta({
        description: 'Whether the appointment has a price; if false, `amount` is not a price.',
      }),
      currency: z
        .string()
        .length(3)
        .meta({ description: 'Currency of the amount, as an ISO 4217 code.' }),
      ...bookingFacts,
      status: z.enum(['CONFIRMED', 'PENDING_CONFIRMATION']).exactOptional().meta({
        description: 'Whether the provider still has to confirm the appointment.',
      }),
    }),
    example: {
      bookingId: exampleId('appointment'),
      appointmentId: exampleId('appointment'),
      childId: exampleId('child'),
      service: 'EARLY_INTERVENTION',
      serviceCode: 'EI_HOME_VISIT',
      amount: 9500,
      priceKnown: true,
      currency: 'EUR',
      ...bookingExample,
      status: 'CONFIRMED',
    },
  }),
  'booking.cancelled': defineEvent({
    description: 'An appointment was cancelled.',
    payload: z.strictObject({
      ...bookingIds,
      childId: idOf('child'),
      initiator: z
        .enum(['CLIENT', 'PROVIDER', 'ORGANIZATION'])
        .meta({ description: 'Who cancelled the appointment.' }),
      late: z.boolean().meta({
        description: 'Whether the appointment was cancelled within the centre’s notice period.',
      }),
      fee: feeFacts.meta({ description: 'Fee for the cancellation, and what happened to it.' }),
      ...bookingFacts,
    }),
    example: {
      bookingId: exampleId('appointment'),
      appointmentId: exampleId('appointment'),
      childId: exampleId('child'),
      initiator: 'CLIENT',
      late: false,
      fee: { decision: 'NONE', amount: 0, currency: 'EUR', orderId: null },
      ...bookingExample,
    },
  }),
  'appointment.confirmed': defineEvent({
    description: 'The provider confirmed a booking.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.attendance_confirmed': defineEvent({
    description: 'The family confirmed that it will come to the appointment.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.declined': defineEvent({
    description: 'The provider declined a booking. Its slot is free again.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.expired': defineEvent({
    description: 'A booking expired because it was not confirmed. Its slot is free again.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.rescheduled': defineEvent({
    description: 'An appointment moved to another time, provider or room.',
    payload: z.strictObject({
      ...appointmentFacts,
      previousStartsAt: instantText.meta({
        description: 'Previous start, with the offset of the location.',
      }),
    }),
    example: { ...example, previousStartsAt: '2026-11-30T10:00:00+01:00' },
  }),
  'appointment.updated': defineEvent({
    description:
      'The room, service, type, location or notes of an appointment changed. The time did not change.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.checked_in': defineEvent({
    description: 'The child arrived.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.started': defineEvent({
    description: 'The appointment began.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.completed': defineEvent({
    description: 'The appointment took place and has ended.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.no_show': defineEvent({
    description: 'The client or the provider did not attend.',
    payload: z.strictObject({
      ...appointmentFacts,
      absentParty: z.enum(['CLIENT', 'PROVIDER']).meta({ description: 'Who did not attend.' }),
      fee: feeFacts.meta({ description: 'Fee for the no-show, and what happened to it.' }),
    }),
    example: {
      ...example,
      absentParty: 'CLIENT',
      fee: { decision: 'CHARGED', amount: 9500, currency: 'EUR', orderId: exampleId('order') },
    },
  }),
  'appointment.fee_charged': defineEvent({
    description:
      'A person charged the fee that was proposed for a no-show. `fee.decision` is PREPAID if the appointment was paid in the meantime.',
    payload: z.strictObject({
      ...appointmentFacts,
      fee: feeFacts.meta({ description: 'What happened to the fee.' }),
    }),
    example: {
      ...example,
      fee: { decision: 'CHARGED', amount: 9500, currency: 'EUR', orderId: exampleId('order') },
    },
  }),
  'appointment.fee_waived': defineEvent({
    description: 'The fee for a cancellation or no-show was waived, and its order is cancelled.',
    payload: z.strictObject({
      ...appointmentFacts,
      amount: z.int().min(0).meta({ description: 'Amount in minor units of the currency.' }),
      currency: z.string().length(3).nullable().meta({
        description: 'Currency of the amount, as an ISO 4217 code; null if there is no amount.',
      }),
    }),
    example: { ...example, amount: 4750, currency: 'EUR' },
  }),
  'appointment.reinstated': defineEvent({
    description: 'A change of status was undone; `status` is the current status.',
    payload: z.strictObject({
      ...appointmentFacts,
      status: z
        .enum(['CONFIRMED', 'CHECKED_IN'])
        .meta({ description: 'Status to which the appointment returned.' }),
    }),
    example: { ...example, status: 'CONFIRMED' },
  }),
  'appointment.entered_in_error': defineEvent({
    description: 'An appointment was marked as entered in error.',
    payload: z.strictObject(appointmentFacts),
    example,
  }),
  'appointment.reminder_due': defineEvent({
    description: 'A reminder of the appointment is due; `step` names it.',
    payload: z.strictObject({
      ...appointmentFacts,
      step: z.string().meta({ description: 'Name of the step that is due.' }),
    }),
    example: { ...example, step: 'reminder-48h' },
  }),
  'rebooking.requested': defineEvent({
    description: 'After an appointment, a guardian asked to be called about the next one.',
    payload: z.strictObject({
      appointmentId: idOf('appointment').meta({ description: 'The past appointment.' }),
      childId: idOf('child'),
      clientId: idOf('client').meta({ description: 'The guardian to call.' }),
      providerId: idOf('provider').exactOptional(),
      ...placeFacts,
    }),
    example: {
      appointmentId: exampleId('appointment'),
      childId: exampleId('child'),
      clientId: exampleId('client'),
      providerId: exampleId('provider'),
      ...placeExample,
    },
  }),
})
