import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate, longTime } from './define-template.ts'

export const noteOverdue = defineTemplate({
  description:
    'Two days after a session without a signed note, to the supervisor; a day after an unscheduled one, to its provider.',
  variables: z.strictObject({
    firstName: z.string(),
    /** Whose note it is, where that is somebody else's. */
    providerName: z.string().nullable(),
    startedAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
    sessionId: z.string(),
  }),
  example: {
    firstName: 'Ben',
    providerName: 'Dr. Ana Ruiz',
    startedAt: '2026-12-01T10:02:00+01:00',
    timeZone: 'Europe/Berlin',
    sessionId: exampleId('session'),
  },
  write: {
    en: ({ firstName, providerName, startedAt, timeZone, sessionId }) => ({
      subject: 'A note is missing',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `There is no signed note yet of ${providerName ? `${providerName}’s` : 'your'} session on ${longTime(startedAt, timeZone, 'en')}.`,
        `Session: ${sessionId}`,
      ],
    }),
    de: ({ firstName, providerName, startedAt, timeZone, sessionId }) => ({
      subject: 'Eine Dokumentation fehlt',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `zu ${providerName ? `der Sitzung von ${providerName}` : 'Ihrer Sitzung'} am ${longTime(startedAt, timeZone, 'de')} fehlt noch die unterschriebene Dokumentation.`,
        `Sitzung: ${sessionId}`,
      ],
    }),
  },
})
