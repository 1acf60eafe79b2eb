import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { invitation } from '../invitation.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

/** Notices that are sent as soon as an appointment changes. */
const NOTICES = ['booked', 'moved', 'cancelled'] as const
export type Notice = (typeof NOTICES)[number]

const SUBJECTS: Record<'en' | 'de', Record<Notice, string>> = {
  en: { booked: 'Booked', moved: 'Moved', cancelled: 'Cancelled' },
  de: { booked: 'Gebucht', moved: 'Verlegt', cancelled: 'Abgesagt' },
}

const WORDS: Record<'en' | 'de', Record<Notice, (childName: string, time: string) => string>> = {
  en: {
    booked: (childName, time) => `${childName} has an appointment on ${time}.`,
    moved: (childName, time) => `The appointment of ${childName} is now on ${time}.`,
    cancelled: (childName, time) =>
      `The appointment of ${childName} on ${time} will not take place.`,
  },
  de: {
    booked: (childName, time) => `${childName} hat einen Termin am ${time}.`,
    moved: (childName, time) => `Der Termin von ${childName} ist jetzt am ${time}.`,
    cancelled: (childName, time) => `Der Termin von ${childName} am ${time} findet nicht statt.`,
  },
}

export const appointmentNotice = defineTemplate({
  description:
    'When an appointment is booked, moved or cancelled, to the child’s legal guardians and the provider, with an invitation for their calendar. For centres that send invitations.',
  variables: z.strictObject({
    ...appointmentVariables,
    endsAt: z.iso.datetime({ offset: true }),
    appointmentId: z.string(),
    /** The appointment's version. */
    sequence: z.int(),
    firstName: z.string(),
    /** To providers its first letter. */
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
  write: {
    en: ({ firstName, childName, startsAt, timeZone, locationName, notice }) => ({
      subject: `${SUBJECTS.en[notice]}: ${longTime(startsAt, timeZone, 'en')}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        WORDS.en[notice](childName, longTime(startsAt, timeZone, 'en')),
        ...(notice === 'cancelled' ? [] : [`Where: ${locationName}`]),
      ],
    }),
    de: ({ firstName, childName, startsAt, timeZone, locationName, notice }) => ({
      subject: `${SUBJECTS.de[notice]}: ${longTime(startsAt, timeZone, 'de')}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        WORDS.de[notice](childName, longTime(startsAt, timeZone, 'de')),
        ...(notice === 'cancelled' ? [] : [`Ort: ${locationName}`]),
      ],
    }),
  },
  attachments: (variables, language, envelope) => [
    invitation({ ...variables, cancelled: variables.notice === 'cancelled' }, language, envelope),
  ],
})
