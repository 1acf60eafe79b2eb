import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

/** What became of a booking that waited for its confirmation. */
export const DECISIONS = ['CONFIRMED', 'DECLINED', 'EXPIRED'] as const
type Decision = (typeof DECISIONS)[number]

const SUBJECTS: Record<'en' | 'de', Record<Decision, string>> = {
  en: {
    CONFIRMED: 'The appointment is confirmed',
    DECLINED: 'The appointment cannot take place',
    EXPIRED: 'The appointment was not confirmed',
  },
  de: {
    CONFIRMED: 'Der Termin ist bestätigt',
    DECLINED: 'Der Termin kann nicht stattfinden',
    EXPIRED: 'Der Termin wurde nicht bestätigt',
  },
}

export const appointmentDecision = defineTemplate({
  description:
    'When a booking that waited for it is confirmed, declined or expired, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    decision: z.enum(DECISIONS),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    decision: 'CONFIRMED',
  },
  write: {
    en: ({
      firstName,
      childFirstName,
      startsAt,
      timeZone,
      locationName,
      locationPhone,
      decision,
    }) => ({
      subject: SUBJECTS.en[decision],
      greeting: `Hello ${firstName},`,
      paragraphs:
        decision === 'CONFIRMED'
          ? [
              `${childFirstName}’s appointment on ${longTime(startsAt, timeZone, 'en')} is confirmed.`,
              `Where: ${locationName}`,
            ]
          : [
              `${childFirstName}’s appointment on ${longTime(startsAt, timeZone, 'en')} will not take place.`,
              locationPhone
                ? `Please call ${locationPhone} to find another time.`
                : 'Please get in touch with us to find another time.',
            ],
    }),
    de: ({
      firstName,
      childFirstName,
      startsAt,
      timeZone,
      locationName,
      locationPhone,
      decision,
    }) => ({
      subject: SUBJECTS.de[decision],
      greeting: `Guten Tag ${firstName},`,
      paragraphs:
        decision === 'CONFIRMED'
          ? [
              `der Termin von ${childFirstName} am ${longTime(startsAt, timeZone, 'de')} ist bestätigt.`,
              `Ort: ${locationName}`,
            ]
          : [
              `der Termin von ${childFirstName} am ${longTime(startsAt, timeZone, 'de')} findet nicht statt.`,
              locationPhone
                ? `Bitte rufen Sie ${locationPhone} an, um einen anderen zu finden.`
                : 'Bitte melden Sie sich bei uns, um einen anderen zu finden.',
            ],
    }),
  },
})
