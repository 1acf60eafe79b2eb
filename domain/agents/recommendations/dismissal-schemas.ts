import { z } from 'zod'
import type { RecommendationDismissal as Row } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming, subjectOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { RULE_NAMES, type RuleName } from './rules.ts'

const rule = z.enum(RULE_NAMES)
const reason = prose(1_000).min(1).meta({
  description: 'Reason for dismissing the recommendation.',
  example: 'The family asked for a break until spring.',
})

export const DISMISSAL_STATUSES = ['DISMISSED', 'UNDONE'] as const

export const RecommendationDismissal = resourceSchema('RecommendationDismissal', {
  id: idOf('recommendationDismissal'),
  rule: growing(rule).meta({
    description: 'Rule that made the recommendation.',
    example: 'NOTE_MISSING',
  }),
  recordType: SubjectType.meta({ description: 'Kind of record.' }),
  recordId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record.',
    example: exampleId('appointment'),
  }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child to whom the recommendation applies; null if there is none.' }),
  status: z.enum(DISMISSAL_STATUSES).meta({
    description:
      'DISMISSED: not shown again while its records stay the same and the snooze has not ended.',
    example: 'DISMISSED',
  }),
  reason,
  snoozeEndsAt: z.iso.datetime().nullable().meta({
    description:
      'When the recommendation is shown again, in UTC; null if it is shown again only when its records change.',
    example: null,
  }),
  dismissedBy: z.string().meta({
    description: 'ID of the user or API key that dismissed the recommendation.',
    example: exampleId('apiKey'),
  }),
  dismissedAt: z.iso.datetime().meta({
    description: 'When the recommendation was dismissed, in UTC.',
    example: '2026-11-21T10:00:00.000Z',
  }),
  undoneBy: z.string().nullable().meta({
    description: 'Who restored the recommendation; null if nobody did.',
    example: null,
  }),
  undoneAt: z.iso.datetime().nullable().meta({
    description: 'When the recommendation was restored, in UTC; null if it was not.',
    example: null,
  }),
  ...recordMembers,
})
export type RecommendationDismissal = z.infer<typeof RecommendationDismissal>

export const DismissRecommendation = z
  .strictObject({
    rule: rule.meta({ description: 'Rule that made the recommendation.', example: 'NOTE_MISSING' }),
    recordId: naming(
      ANY_RECORD,
      z
        .string()
        .refine((id) => subjectOf(id) !== undefined, { error: 'must be the ID of a record' }),
    ).meta({
      description: 'ID of the record.',
      example: exampleId('appointment'),
    }),
    reason,
    snoozeEndsAt: instant().nullable().default(null).meta({
      description:
        'When to show the recommendation again. It is also shown again when its records change; null for only then.',
      example: null,
    }),
  })
  .meta({
    id: 'DismissRecommendation',
    example: {
      rule: 'NOTE_MISSING',
      recordId: exampleId('appointment'),
      reason: 'The family asked for a break until spring.',
    },
  })
export type DismissRecommendation = z.infer<typeof DismissRecommendation>

export const toRecommendationDismissal = (row: Row): RecommendationDismissal => ({
  id: row.id,
  rule: row.rule as RuleName,
  recordType: subjectTypeOf(row.subjectType),
  recordId: row.subjectId,
  childId: row.childId,
  status: row.undoneAt ? 'UNDONE' : 'DISMISSED',
  reason: row.reason,
  snoozeEndsAt: utcOrNull(row.snoozeEndsAt),
  dismissedBy: row.dismissedBy,
  dismissedAt: utc(row.dismissedAt),
  undoneBy: row.undoneBy,
  undoneAt: utcOrNull(row.undoneAt),
  ...recordOf(row),
})
