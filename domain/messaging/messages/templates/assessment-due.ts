import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const assessmentDue = defineTemplate({
  description:
    'When an assessment is due and until it is done, to its provider; when it stays overdue, to their supervisor.',
  variables: z.strictObject({
    firstName: z.string(),
    assessmentId: z.string(),
    dueOn: z.string(),
    overdue: z.boolean(),
  }),
  example: {
    firstName: 'Ana',
    assessmentId: exampleId('assessment'),
    dueOn: '2026-11-15',
    overdue: false,
  },
  write: {
    en: ({ firstName, assessmentId, dueOn, overdue }) => ({
      subject: overdue ? 'An assessment is overdue' : 'An assessment is due',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        overdue
          ? `An assessment was due on ${dueOn} and has neither been done nor waived.`
          : `An assessment is due since ${dueOn}.`,
        `Assessment: ${assessmentId}`,
      ],
    }),
    de: ({ firstName, assessmentId, dueOn, overdue }) => ({
      subject: overdue ? 'Eine Testung ist überfällig' : 'Eine Testung steht an',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        overdue
          ? `eine Testung stand am ${dueOn} an und wurde weder gemacht noch abgesagt.`
          : `eine Testung steht seit dem ${dueOn} an.`,
        `Testung: ${assessmentId}`,
      ],
    }),
  },
})
