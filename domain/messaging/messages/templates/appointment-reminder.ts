import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const appointmentReminder = defineTemplate({
  description: 'Before an appointment, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
  }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', childFirstName: 'Lena' },
  write: {
    en: ({ firstName, childFirstName, startsAt, timeZone, locationName, locationPhone }) => ({
      subject: `Reminder: ${longTime(startsAt, timeZone, 'en')}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `This is a reminder of ${childFirstName}’s appointment on ${longTime(startsAt, timeZone, 'en')}.`,
        `Where: ${locationName}`,
        locationPhone
          ? `If you cannot come, please call ${locationPhone} as early as you can.`
          : 'If you cannot come, please tell us as early as you can.',
      ],
    }),
    de: ({ firstName, childFirstName, startsAt, timeZone, locationName, locationPhone }) => ({
      subject: `Erinnerung: ${longTime(startsAt, timeZone, 'de')}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `wir erinnern an den Termin von ${childFirstName} am ${longTime(startsAt, timeZone, 'de')}.`,
        `Ort: ${locationName}`,
        locationPhone
          ? `Wenn Sie nicht kommen können, rufen Sie bitte möglichst früh an: ${locationPhone}.`
          : 'Wenn Sie nicht kommen können, sagen Sie uns bitte möglichst früh Bescheid.',
      ],
    }),
  },
})
