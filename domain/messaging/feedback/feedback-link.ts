import { z } from 'zod'
import { newId } from '#platform/core/records/ids.ts'
import { prose } from '#platform/core/records/record.ts'
import { textsOf } from '../locales/texts-of.ts'
import { definePurpose } from '../links/link-purpose.ts'
import { feedbackEvents } from './events.ts'

const MAX_COMMENT = 2_000

/** Numbers of stars, best first. */
const RATINGS = ['5', '4', '3', '2', '1'] as const

/** A guardian's response to a request for feedback. The link's subject is the appointment. */
export const feedbackLink = definePurpose({
  permission: 'feedback:write',
  answer: z.strictObject({
    rating: z.coerce
      .number()
      .int()
      .min(1)
      .max(5)
      .meta({ description: 'Number of stars, from 1 (worst) to 5 (best).' }),
    comment: prose(MAX_COMMENT)
      .exactOptional()
      .meta({ description: 'Comment of the guardian, in their own words.' }),
  }),
  view: (_reader, { language }) => {
    const say = textsOf('pages', 'feedback', language)
    const options = RATINGS.map((value) => ({ value, label: say(`rating.${value}`) }))
    return Promise.resolve({
      title: say('title'),
      paragraphs: [say('intro')],
      fields: [
        { name: 'rating', label: say('rating'), type: 'CHOICE', options },
        { name: 'comment', label: say('comment'), type: 'TEXT', maxLength: MAX_COMMENT },
      ],
      submit: say('submit'),
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
    const say = textsOf('pages', 'feedback', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})
