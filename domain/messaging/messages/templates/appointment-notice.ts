import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { longTime } from '../../locales/times.ts'
import { invitation } from '../invitation.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
  WHEN,
  WHERE,
} from './define-template.ts'

/** Notices that are sent immediately after an appointment has changed. */
const NOTICES = ['booked', 'moved', 'cancelled'] as const
export type Notice = (typeof NOTICES)[number]

const CANCELLED_BY = ['CLIENT', 'PROVIDER', 'ORGANIZATION'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

export const appointmentNotice = defineTemplate('appointment.notice', {
  description:
    'Sent when an appointment is booked, moved or cancelled, to the child’s legal guardians; if the centre sends calendar invitations, with one, and also to the provider.',
  variables: z.strictObject({
    ...appointmentVariables,
    endsAt: z.iso.datetime({ offset: true }),
    appointmentId: z.string(),
    /** The appointment's version. */
    sequence: z.int(),
    firstName: z.string(),
    /** The child's name; for providers, only its first letter. */
    childName: z.string(),
    notice: z.enum(NOTICES),
    by: z.enum(CANCELLED_BY).nullable().default(null),
    /** The start that the recipient was told before. */
    wasStartsAt: z.iso.datetime({ offset: true }).nullable().default(null),
    withCalendar: z.boolean().default(true),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    endsAt: '2026-12-01T10:45:00+01:00',
    appointmentId: exampleId('appointment'),
    sequence: 1,
    firstName: 'Mara',
    childName: 'Lena',
    notice: 'booked',
    by: null,
    wasStartsAt: null,
    withCalendar: true,
  },
  toFamilies: true,
  requires: [
    WHEN,
    { ...WHERE, when: { ...WHERE.when, notice: 'booked' } },
    { ...WHERE, when: { ...WHERE.when, notice: 'moved' } },
  ],
  paragraphs: ['text', 'where', 'by'],
  values: ({ wasStartsAt, ...variables }, writing) => ({
    ...appointmentValues(variables, writing),
    wasStartsAt: wasStartsAt && longTime(wasStartsAt, variables.timeZone, writing.language),
  }),
  attachments: (variables, language, envelope) =>
    variables.withCalendar
      ? [
          invitation(
            { ...variables, cancelled: variables.notice === 'cancelled' },
            language,
            envelope,
          ),
        ]
      : [],
})
