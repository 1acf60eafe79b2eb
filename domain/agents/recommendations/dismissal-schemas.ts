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
    description:
      'DISMISSED: not repeated while it rests on the same records and is not snoozed until a time that has come.',
    example: 'DISMISSED',
  }),
  reason,
  snoozeEndsAt: z.iso.datetime().nullable().meta({
    description: 'It is recommended again from then on, in UTC; null: when its records change.',
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
    description: 'Who took the dismissal back; null where nobody did.',
    example: null,
  }),
  undoneAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was taken back, in UTC; null where it was not.', example: null }),
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
        'Recommend it again from then on. Null: not before what it rests on changes, which counts with a time too.',
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
