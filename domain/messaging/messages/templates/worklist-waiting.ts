import { z } from 'zod'
import { platformLanguageOf, type Language } from '../../locales/languages.ts'
import { longDay, timeLimit } from '../../locales/times.ts'
import {
  entryWords,
  WORDED_FOLLOW_UPS,
  WORDED_KINDS,
  type Worded,
} from '../../locales/entry-words.ts'
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
          kind: z.enum(WORDED_KINDS),
          followUpKind: z.enum(WORDED_FOLLOW_UPS).nullable(),
          about: z.string(),
          dueAt: z.iso.datetime().nullable(),
          /** Instead of the time, if it is due on a day. */
          dueOn: z.iso.date().nullable(),
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
        kind: 'AGENT_STEP_TO_APPROVE',
        followUpKind: null,
        about: 'Late tasks',
        dueAt: '2026-11-24T09:30:00.000Z',
        dueOn: null,
        stage: 0,
      },
      {
        entryId: 'not_01m7zb00000000000000000000/note-to-cosign',
        kind: 'NOTE_TO_COSIGN',
        followUpKind: null,
        about: 'Lena',
        dueAt: null,
        dueOn: null,
        stage: 1,
      },
    ],
    inPlaceOf: 'Nora Kern',
    timeZone: 'Europe/Berlin',
  },
  paragraphs: ['text', 'consequence', 'inPlaceOf', 'page'],
  values: ({ entries }, { language }) => ({
    ...wordsOf(entries, platformLanguageOf(language)),
    count: entries.length,
    isLate: entries.some(({ stage }) => stage > 1),
  }),
  table: ({ entries, timeZone }, { language, say }) => [
    [say('head.what'), say('head.about'), say('head.due')],
    ...entries.map(({ about, dueAt, dueOn, ...entry }) => [
      entryWords(entry, platformLanguageOf(language)).title,
      about,
      dueOn ? longDay(dueOn, language) : dueAt ? timeLimit(dueAt, timeZone, language) : '',
    ]),
  ],
  action: ({ entries }) =>
    entries.length === 1
      ? `/worklist?entry=${encodeURIComponent(entries[0]!.entryId)}`
      : '/worklist',
})

/** With several entries, the page says what happens otherwise. */
const wordsOf = (entries: readonly Worded[], language: Language) => {
  const [first, ...others] = entries
  const words = first && entryWords(first, language)
  const consequence = others.length === 0 ? (words?.consequence ?? '') : ''
  return { title: words?.title ?? '', consequence, hasConsequence: consequence !== '' }
}
