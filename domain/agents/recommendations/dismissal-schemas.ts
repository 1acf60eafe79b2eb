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
  description: 'Why the recommendation is dismissed.',
  example: 'The family asked for a break until spring.',
})

export const DISMISSAL_STATUSES = ['DISMISSED', 'UNDONE'] as const

export const RecommendationDismissal = resourceSchema('RecommendationDismissal', {
  id: idOf('recommendationDismissal'),
  rule: growing(rule).meta({
    description: 'The rule that recommended it.',
    example: 'NOTE_MISSING',
  }),
  recordType: SubjectType.meta({ description: 'Kind of record that it is about.' }),
  recordId: naming(ANY_RECORD, z.string()).meta({
    description: 'The record that it is about.',
    example: exampleId('appointment'),
  }),
  childId: idOf('child').nullable().meta({ description: 'The child, where it is about one.' }),
  status: z.enum(DISMISSAL_STATUSES).meta({
    description: 'DISMISSED: not repeated while its records stay the same and no snooze has ended.',
    example: 'DISMISSED',
  }),
  reason,
  snoozeEndsAt: z.iso.datetime().nullable().meta({
    description: 'Recommended again from this time on, in UTC; null: when its records change.',
    example: null,
  }),
  dismissedBy: z.string().meta({
    description: 'Id of the user or API key that dismissed it.',
    example: exampleId('apiKey'),
  }),
  dismissedAt: z.iso.datetime().meta({
    description: 'When it was dismissed, in UTC.',
    example: '2026-11-21T10:00:00.000Z',
  }),
  undoneBy: z.string().nullable().meta({
    description: 'Who undid the dismissal; null if nobody did.',
    example: null,
  }),
  undoneAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was undone, in UTC; null if it was not.', example: null }),
  ...recordMembers,
})
export type RecommendationDismissal = z.infer<typeof RecommendationDismissal>

export const DismissRecommendation = z
  .strictObject({
    rule: rule.meta({ description: 'The rule that recommends it.', example: 'NOTE_MISSING' }),
    recordId: naming(
      ANY_RECORD,
      z
        .string()
        .refine((id) => subjectOf(id) !== undefined, { error: 'must be the id of a record' }),
    ).meta({
      description: 'The record that it is about.',
      example: exampleId('appointment'),
    }),
    reason,
    snoozeEndsAt: instant().nullable().default(null).meta({
      description:
        'Recommend it again from this time on. Null: only when its records change, which also applies with a time.',
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
