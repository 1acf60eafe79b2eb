import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const worklistWaiting = defineTemplate('worklist.waiting', {
  description:
    'Sent when something in the worklist begins to wait for a person, before it lapses, and to owners if nobody acts. What goes out at the same time is one e-mail.',
  variables: z.strictObject({
    firstName: z.string(),
    notices: z.array(
      z.strictObject({
        entryId: z.string(),
        /** 0 when it begins to wait, 1 for a reminder, 2 if nobody has acted. */
        stage: z.int(),
        /** The person for whom the recipient is deputy. */
        inPlaceOf: z.string().exactOptional(),
      }),
    ),
    /** What still waits when the e-mail is sent, from the records. */
    entries: z
      .array(
        z.strictObject({
          entryId: z.string(),
          /** Empty for a task, whose title is text of people. */
          title: z.string(),
          about: z.string(),
          consequence: z.string(),
          dueAt: z.iso.datetime().nullable(),
          stage: z.int(),
        }),
      )
      .default([]),
    /** Whose deputy the recipient is for what still waits. */
    inPlaceOf: z.string().exactOptional(),
    timeZone: z.string().default('UTC'),
  }),
  example: {
    firstName: 'Ana',
    notices: [
      {
        entryId: 'ars_01m7zb00000000000000000000/agent-step-to-approve',
        stage: 0,
        inPlaceOf: 'Nora Kern',
      },
      { entryId: 'not_01m7zb00000000000000000000/note-to-cosign', stage: 1 },
    ],
    entries: [
      {
        entryId: 'ars_01m7zb00000000000000000000/agent-step-to-approve',
        title: 'Approve or reject what the agent proposes',
        about: 'Late tasks',
        consequence: 'The request lapses, and the run continues as if it were rejected.',
        dueAt: '2026-11-24T09:30:00.000Z',
        stage: 0,
      },
      {
        entryId: 'not_01m7zb00000000000000000000/note-to-cosign',
        title: 'Co-sign or return the note',
        about: 'Lena',
        consequence: 'The note of the supervised provider does not count.',
        dueAt: null,
        stage: 1,
      },
    ],
    inPlaceOf: 'Nora Kern',
    timeZone: 'Europe/Berlin',
  },
  paragraphs: ['text', 'consequence', 'inPlaceOf', 'page'],
  values: ({ entries }, { say }) => ({
    count: entries.length,
    title: entries[0]?.title || say('task'),
    ...consequenceOf(entries),
    isLate: entries.some(({ stage }) => stage > 1),
  }),
  table: ({ entries, timeZone }, { language, say }) => [
    [say('head.what'), say('head.about'), say('head.due')],
    ...entries.map(({ title, about, dueAt }) => [
      title || say('task'),
      about,
      dueAt === null ? '' : timeLimit(dueAt, timeZone, language),
    ]),
  ],
  action: ({ entries }) =>
    entries.length === 1
      ? `/worklist?entry=${encodeURIComponent(entries[0]!.entryId)}`
      : '/worklist',
})

/** With several entries, the page says what happens otherwise. */
const consequenceOf = (entries: readonly { consequence: string }[]) => ({
  consequence: entries.length === 1 ? entries[0]!.consequence : '',
  hasConsequence: entries.length === 1,
})
