import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const placeFreed = defineTemplate({
  description: 'A child that waited for a place in a group has one: to its legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
  }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', childFirstName: 'Lena' },
  write: {
    en: ({ firstName, childFirstName, startsAt, timeZone, locationName, locationPhone }) => ({
      subject: `A place is free: ${longTime(startsAt, timeZone, 'en')}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `A place has become free, and ${childFirstName} has it: ${longTime(startsAt, timeZone, 'en')}.`,
        `Where: ${locationName}`,
        locationPhone
          ? `If you cannot come, please call ${locationPhone} as early as you can.`
          : 'If you cannot come, please tell us as early as you can.',
      ],
    }),
    de: ({ firstName, childFirstName, startsAt, timeZone, locationName, locationPhone }) => ({
      subject: `Ein Platz ist frei: ${longTime(startsAt, timeZone, 'de')}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `ein Platz ist frei geworden, und ${childFirstName} hat ihn: ${longTime(startsAt, timeZone, 'de')}.`,
        `Ort: ${locationName}`,
        locationPhone
          ? `Wenn Sie nicht kommen können, rufen Sie bitte möglichst früh an: ${locationPhone}.`
          : 'Wenn Sie nicht kommen können, sagen Sie uns bitte möglichst früh Bescheid.',
      ],
    }),
  },
})
