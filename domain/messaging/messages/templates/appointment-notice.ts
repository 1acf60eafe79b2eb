import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { invitation } from '../invitation.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

/** Notices that are sent immediately after an appointment has changed. */
const NOTICES = ['booked', 'moved', 'cancelled'] as const
export type Notice = (typeof NOTICES)[number]

export const appointmentNotice = defineTemplate('appointment.notice', {
  description:
    'Sent when an appointment is booked, moved or cancelled, to the child’s legal guardians and the provider, with a calendar invitation. Only for centres that send invitations.',
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
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    endsAt: '2026-12-01T10:45:00+01:00',
    appointmentId: exampleId('appointment'),
    sequence: 1,
    firstName: 'Mara',
    childName: 'Lena',
    notice: 'booked',
  },
  paragraphs: ['text', 'where'],
  values: appointmentValues,
  attachments: (variables, language, envelope) => [
    invitation({ ...variables, cancelled: variables.notice === 'cancelled' }, language, envelope),
  ],
})
