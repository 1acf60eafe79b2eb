import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

const WORDS = {
  en: {
    asked: { subject: 'A review needs your answer', text: 'A review waits for your answer.' },
    reminded: {
      subject: 'A review still needs your answer',
      text: 'A review still waits for your answer.',
    },
    escalated: {
      subject: 'A review was not answered',
      text: 'A review of a therapist whom you supervise was not answered within a week.',
    },
  },
  de: {
    asked: {
      subject: 'Eine Rückfrage an Sie',
      text: 'eine Rückfrage wartet auf Ihre Antwort.',
    },
    reminded: {
      subject: 'Noch eine Rückfrage an Sie',
      text: 'eine Rückfrage wartet weiterhin auf Ihre Antwort.',
    },
    escalated: {
      subject: 'Eine Rückfrage blieb unbeantwortet',
      text: 'eine Rückfrage an eine Therapeutin oder einen Therapeuten, die Sie anleiten, blieb eine Woche unbeantwortet.',
    },
  },
}

export const progressReview = defineTemplate({
  description:
    'When a goal regresses or stands still, to its therapist; after three days again, after a week to the supervisor.',
  variables: z.strictObject({
    firstName: z.string(),
    reviewId: z.string(),
    stage: z.enum(['asked', 'reminded', 'escalated']),
    path: z.string(),
  }),
  example: {
    firstName: 'Ana',
    reviewId: exampleId('goalReview'),
    stage: 'asked',
    path: '/links/example',
  },
  write: {
    en: ({ firstName, reviewId, stage, path }) => ({
      subject: WORDS.en[stage].subject,
      greeting: `Hello ${firstName},`,
      paragraphs: [WORDS.en[stage].text, `Review: ${reviewId}`],
      action: { label: 'Answer', path },
    }),
    de: ({ firstName, reviewId, stage, path }) => ({
      subject: WORDS.de[stage].subject,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [WORDS.de[stage].text, `Rückfrage: ${reviewId}`],
      action: { label: 'Antworten', path },
    }),
  },
})
