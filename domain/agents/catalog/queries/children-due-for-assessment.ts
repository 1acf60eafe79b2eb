import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { assertCriteria } from '../../recall/recall-assessments.ts'
import { recommend } from '../../recall/recommend.ts'
import { BLOCKS } from '../../recall/rules.ts'
import { RecallReason, recallFilters } from '../../recall/schemas.ts'
import { defineQuery } from '../query.ts'

export const childrenDueForAssessment = defineQuery({
  name: 'children_due_for_assessment',
  title: 'Children who are due for an assessment',
  description:
    'Children due for an assessment, most urgent first, each with the reasons. Without `includeBlocked`, only children whose guardians can be contacted now.',
  parameters: z.strictObject({
    ...recallFilters,
    limit: z.int().min(1).max(500).default(500).meta({
      description: 'Maximum number of children. The most urgent are returned.',
      example: 50,
    }),
    includeBlocked: z.boolean().default(false).meta({
      description:
        'Whether to include children whose assessment is booked, or whose guardians were notified recently.',
    }),
  }),
  row: z.strictObject({
    childId: idOf('child'),
    score: z.int(),
    dueOn: calendarDate(),
    assessmentIds: z.array(idOf('assessment')),
    reasons: z.array(RecallReason),
    recipientIds: z.array(idOf('client')),
    blockedBy: growing(z.enum(BLOCKS)).nullable(),
  }),
  needs: ['assessment-recall:read', 'children:read'],
  most: 500,
  read: async (reader, { includeBlocked, limit, ...filters }, take) => {
    await assertCriteria(reader, filters)
    const { recommendations } = await recommend(reader, { ...filters, limit: Infinity })
    return recommendations
      .filter(({ blockedBy }) => includeBlocked || !blockedBy)
      .slice(0, Math.min(limit, take))
      .map(({ blockedBy, ...it }) => ({ ...it, blockedBy: blockedBy?.code ?? null }))
  },
})
