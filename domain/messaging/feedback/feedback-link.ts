import { z } from 'zod'
import { newId } from '#platform/core/records/ids.ts'
import { prose } from '#platform/core/records/record.ts'
import { definePurpose } from '../links/link-purpose.ts'
import { feedbackEvents } from './events.ts'

const MAX_COMMENT = 2_000

const WORDS = {
  en: {
    title: 'How was it?',
    intro: 'Your answer goes to the centre. It takes a moment, and this link works once.',
    rating: 'How was the appointment?',
    ratings: ['Very bad', 'Bad', 'All right', 'Good', 'Very good'],
    comment: 'Would you like to add anything? (optional)',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answer has reached the centre. You can close this page.',
  },
  de: {
    title: 'Wie war es?',
    intro: 'Ihre Antwort geht an die Praxis. Der Link gilt einmal.',
    rating: 'Wie war der Termin?',
    ratings: ['Sehr schlecht', 'Schlecht', 'In Ordnung', 'Gut', 'Sehr gut'],
    comment: 'Möchten Sie etwas hinzufügen? (freiwillig)',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antwort ist angekommen. Sie können diese Seite schließen.',
  },
}

/** A guardian's answer to the feedback request. The subject is the appointment. */
export const feedbackLink = definePurpose({
  permission: 'feedback:write',
  answer: z.strictObject({
    rating: z.coerce
      .number()
      .int()
      .min(1)
      .max(5)
      .meta({ description: 'Stars from 1, the worst, to 5.' }),
    comment: prose(MAX_COMMENT)
      .exactOptional()
      .meta({ description: 'What the guardian adds, in their own words.' }),
  }),
  view: (_reader, { language }) => {
    const words = WORDS[language]
    const options = words.ratings.map((label, index) => ({ value: `${index + 1}`, label }))
    return Promise.resolve({
      title: words.title,
      paragraphs: [words.intro],
      fields: [
        { name: 'rating', label: words.rating, type: 'CHOICE', options: options.toReversed() },
        { name: 'comment', label: words.comment, type: 'TEXT', maxLength: MAX_COMMENT },
      ],
      submit: words.submit,
    })
  },
  redeem: async (tx, { subjectId, recipientId, language }, { rating, comment }) => {
    const id = newId('feedback')
    const row = await tx.db.feedback.create({
      data: {
        tenantId: tx.tenantId,
        id,
        appointmentId: subjectId,
        clientId: recipientId!,
        rating,
        comment: comment ?? null,
        createdAt: tx.now,
      },
    })
    const subject = { type: 'feedback', id } as const
    tx.created(subject, row)
    tx.emit(feedbackEvents['feedback.received'], subject, {
      feedbackId: id,
      appointmentId: subjectId,
      clientId: recipientId!,
      rating,
    })
    return { title: WORDS[language].thanks, paragraphs: [WORDS[language].received] }
  },
})
