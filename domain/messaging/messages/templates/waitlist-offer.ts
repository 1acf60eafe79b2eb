import { z } from 'zod'
import { longTime } from '../../locales/times.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
  WHEN,
  WHERE,
} from './define-template.ts'

export const waitlistOffer = defineTemplate('waitlist.offer', {
  description:
    'Sent when a slot is held for a child on the waitlist, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    answerBy: z.iso.datetime({ offset: true }),
    path: z.string(),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    answerBy: '2026-11-30T12:00:00+01:00',
    path: '/links/example',
  },
  toFamilies: true,
  requires: [
    WHEN,
    WHERE,
    { anyOf: ['answerBy'], in: 'body', because: 'the place is offered to others after that' },
  ],
  paragraphs: ['text', 'where', 'answerBy'],
  values: ({ answerBy, ...appointment }, writing) => ({
    ...appointmentValues(appointment, writing),
    answerBy: longTime(answerBy, appointment.timeZone, writing.language),
  }),
  action: ({ path }) => path,
})
