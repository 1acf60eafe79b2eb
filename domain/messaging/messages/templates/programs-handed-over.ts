import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const programsHandedOver = defineTemplate('program.handed_over', {
  description:
    'Sent when programs are reassigned, to their new coordinator. One e-mail covers all of them.',
  variables: z.strictObject({
    firstName: z.string(),
    note: z.string().nullable(),
    programIds: z.array(z.string()),
  }),
  example: {
    firstName: 'Ana',
    note: 'On parental leave until May.',
    programIds: [exampleId('program')],
  },
  paragraphs: ['text', 'note', 'handOvers', 'programs'],
  values: ({ programIds }) => ({ count: programIds.length, programs: programIds.join('\n\n') }),
})
