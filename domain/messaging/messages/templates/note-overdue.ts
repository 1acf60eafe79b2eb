import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { longTime } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const noteOverdue = defineTemplate('session_note.overdue', {
  description:
    'Sent two days after a session without a signed note, to the supervisor; for an unscheduled session, also after a day, to its provider.',
  variables: z.strictObject({
    firstName: z.string(),
    /** The author's name, if the recipient is somebody else. */
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
  paragraphs: ['text', 'session'],
  values: ({ startedAt, timeZone }, { language }) => ({
    startedAt: longTime(startedAt, timeZone, language),
  }),
})
