import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const offerFacts = {
  offerId: idOf('waitlistOffer'),
  entryId: idOf('waitlistEntry'),
  childId: idOf('child'),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  startsAt: instantText.meta({
    description: 'When the offered slot begins, with the offset of its location.',
  }),
}

const example = {
  offerId: exampleId('waitlistOffer'),
  entryId: exampleId('waitlistEntry'),
  childId: exampleId('child'),
  providerId: exampleId('provider'),
  locationId: exampleId('location'),
  startsAt: '2026-12-01T10:00:00+01:00',
}

const payload = z.strictObject(offerFacts)

export const waitlistEvents = defineEvents({
  'waitlist.offered': defineEvent({
    description:
      'A freed slot is held for a family on the waitlist, and the family was asked whether it wants the slot.',
    payload: z.strictObject({
      ...offerFacts,
      expiresAt: z.iso
        .datetime()
        .meta({ description: 'Time until which the family can answer, in UTC.' }),
    }),
    example: { ...example, expiresAt: '2026-11-21T11:30:00.000Z' },
  }),
  'waitlist.booked': defineEvent({
    description: 'An offer was accepted, and the slot is booked.',
    payload: z.strictObject({ ...offerFacts, appointmentId: idOf('appointment') }),
    example: { ...example, appointmentId: exampleId('appointment') },
  }),
  'waitlist.declined': defineEvent({
    description: 'An offer was declined. The entry stays on the waitlist.',
    payload,
    example,
  }),
  'waitlist.expired': defineEvent({
    description: 'An offer was not answered in time. The entry stays on the waitlist.',
    payload,
    example,
  }),
  'waitlist.reopened': defineEvent({
    description:
      'The centre cancelled, declined or did not confirm the booking of an entry. The entry is back on the waitlist.',
    payload: z.strictObject({
      entryId: idOf('waitlistEntry'),
      childId: idOf('child'),
      appointmentId: idOf('appointment'),
    }),
    example: {
      entryId: exampleId('waitlistEntry'),
      childId: exampleId('child'),
      appointmentId: exampleId('appointment'),
    },
  }),
  'waitlist.withdrawn': defineEvent({
    description: 'An offer ended because its entry was cancelled.',
    payload,
    example,
  }),
})
