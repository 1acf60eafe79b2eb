import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const treatmentCycleNear = defineTemplate({
  description:
    'When an authorization is nearly used up, and when the next is to be asked for, to the provider.',
  variables: z.strictObject({
    firstName: z.string(),
    cycleId: z.string(),
    endsOn: z.string(),
    what: z.enum(['nearly-used', 'renewal']),
  }),
  example: {
    firstName: 'Ana',
    cycleId: exampleId('treatmentCycle'),
    endsOn: '2027-02-28',
    what: 'renewal',
  },
  write: {
    en: ({ firstName, cycleId, endsOn, what }) => ({
      subject:
        what === 'renewal'
          ? 'An authorization is to be renewed'
          : 'An authorization is nearly used up',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        what === 'renewal'
          ? `An authorization ends on ${endsOn}. Please ask for the next one.`
          : `An authorization that lasts until ${endsOn} is nearly used up.`,
        `Treatment cycle: ${cycleId}`,
      ],
    }),
    de: ({ firstName, cycleId, endsOn, what }) => ({
      subject:
        what === 'renewal'
          ? 'Eine Bewilligung ist zu verlängern'
          : 'Eine Bewilligung ist fast aufgebraucht',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        what === 'renewal'
          ? `eine Bewilligung endet am ${endsOn}. Bitte beantragen Sie die nächste.`
          : `eine Bewilligung, die bis zum ${endsOn} gilt, ist fast aufgebraucht.`,
        `Behandlungszyklus: ${cycleId}`,
      ],
    }),
  },
})
