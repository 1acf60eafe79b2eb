import { z } from 'zod'
import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Erasure as ErasureModel } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { ErasedWhen, KeptBecause } from '#vocabulary/erasing.ts'
import { namedPerson, onePerson } from '#people/persons/named-person.ts'

export const ErasureStatus = [
  'AWAITING_APPROVAL',
  'SCHEDULED',
  'RUNNING',
  'RETAINING',
  'COMPLETED',
  'CANCELLED',
] as const
export type ErasureStatus = (typeof ErasureStatus)[number]

/** The default number of days between the approval and the start. */
const GRACE_DAYS = 7

const kind = z.string().meta({
  description: 'Kind of record, named like the files in an export of the person.',
  example: 'session_notes',
})
const endsAt = z.iso.datetime().meta({
  description: 'End of the retention of the records, in UTC.',
  example: '2046-04-29T22:00:00.000Z',
})
const count = z.int().meta({ description: 'Number of records.', example: 12 })

/** Stable names for what must end before an erasure. */
const BlockerKind = [
  'APPOINTMENT',
  'SERIES',
  'PROGRAM',
  'UNSIGNED_NOTE',
  'ORDER',
  'PAYMENT',
  'EXPORT',
  'GUARDIANSHIP',
  'RESTRICTION',
] as const

const Blocker = z.strictObject({
  kind: growing(z.enum(BlockerKind)).meta({
    description: 'Open matters that must be closed first.',
    example: 'APPOINTMENT',
  }),
  id: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record that must be closed.',
    example: exampleId('appointment'),
  }),
})
export type Blocker = z.infer<typeof Blocker>

const Retention = z.strictObject({
  rule: growing(z.enum(ErasedWhen)).meta({
    description: 'Rule under which the records are kept.',
    example: 'CLINICAL',
  }),
  endsAt: endsAt.nullable().meta({
    description: 'End of the retention, in UTC; null if there is no duty to keep the records.',
  }),
  basis: z.string().meta({
    description: 'Rule in words, with its source.',
    example:
      '10 years after the last contact, or until the 25th birthday if that is later (§ 630f(3) BGB; the centre’s retention policy)',
  }),
})
export type Retention = z.infer<typeof Retention>

const Retained = Retention.extend({
  endsAt,
  records: z
    .array(z.strictObject({ kind, count }))
    .meta({ description: 'Number of remaining records, by kind.' }),
})
export type Retained = z.infer<typeof Retained>

export const Erasure = resourceSchema('Erasure', {
  id: idOf('erasure'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable().meta({ example: null }),
  status: z.enum(ErasureStatus).meta({
    description:
      'AWAITING_APPROVAL: another person must approve the erasure. SCHEDULED: it can still be cancelled. RETAINING: what the law requires is kept until `retentionEndsAt`; then the erasure continues.',
  }),
  reason: z.string().nullable().meta({
    description: 'Reason for the erasure. It is erased together with the person’s data.',
    example: 'The family has moved away and asks to be forgotten.',
  }),
  requester: z.string().nullable().meta({
    description: 'Who requested the erasure, in words; null if nobody is named.',
    example: 'The mother, by letter of 20 November',
  }),
  createdBy: z.string().meta({
    description: 'ID of the user or API key that created the erasure.',
    example: exampleId('apiKey'),
  }),
  graceDays: z.int().meta({
    description:
      'Number of days from the approval to the start, during which the erasure can be cancelled.',
    example: GRACE_DAYS,
  }),
  approvedBy: z.string().nullable().meta({
    description: 'Who approved the erasure: the ID of another user or API key; null until then.',
    example: null,
  }),
  approvedAt: z.iso.datetime().nullable().meta({
    description: 'When the erasure was approved, in UTC; null until then.',
    example: null,
  }),
  ...aloneMembers,
  startsAt: z.iso.datetime().nullable().meta({
    description:
      'When the erasure begins, in UTC; null until it is approved. It can be cancelled until then.',
    example: null,
  }),
  startedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the erasure began, in UTC; null until then.', example: null }),
  retentionEndsAt: z.iso.datetime().nullable().meta({
    description:
      'Earliest end of retention among the remaining records, in UTC; null if none remain.',
    example: null,
  }),
  completedAt: z.iso.datetime().nullable().meta({
    description: 'When all data was erased, in UTC; null until then.',
    example: null,
  }),
  cancelledAt: z.iso.datetime().nullable().meta({
    description: 'When the erasure was cancelled, in UTC; null if it was not.',
    example: null,
  }),
  steps: z
    .strictObject({
      done: z.int().meta({ description: 'Number of completed steps.' }),
      total: z.int().meta({ description: 'Number of all steps.' }),
    })
    .meta({ description: 'Progress of the erasure.', example: { done: 0, total: 58 } }),
  erased: z
    .record(z.string(), z.int())
    .meta({ description: 'Number of records erased so far, by kind.', example: {} }),
  retained: z.array(Retained).meta({
    description: 'Records that are kept, with the rule and the end of retention.',
    example: [],
  }),
  blockers: z.array(Blocker).meta({
    description:
      'Reasons why the erasure did not start at `startsAt`. It is tried again a day later.',
    example: [],
  }),
  ...recordMembers,
})
export type Erasure = z.infer<typeof Erasure>

const PlannedRecord = z.strictObject({
  kind,
  count,
  action: z.enum(['REMOVE', 'EMPTY', 'KEEP']).meta({
    description:
      'EMPTY: the record is kept, but its columns about the person are emptied. KEEP: the record is kept unchanged.',
  }),
  columns: z
    .array(z.string())
    .nullable()
    .meta({ description: 'For EMPTY: the columns that are emptied.', example: null }),
  rule: growing(z.enum([...ErasedWhen, ...KeptBecause])).meta({
    description: 'Rule that applies to these records.',
    example: 'CLINICAL',
  }),
  endsAt: endsAt.nullable().meta({
    description: 'When this is done, in UTC; null if it is done immediately or, for KEEP, never.',
  }),
})

/** What is erased and what is kept: the answer to the person who requests the erasure. */
export const ErasurePlan = outcomeSchema('ErasurePlan', Erasure, {
  id: idOf('erasure').nullable().meta({ description: 'ID of the record; null for a dry run.' }),
  blockers: z.array(Blocker).meta({
    description:
      'For a dry run: records that must be closed first. Without a dry run, such records make the request fail.',
    example: [],
  }),
  retention: z
    .array(Retention)
    .meta({ description: 'Rules that apply to the person, with the end of retention under each.' }),
  records: z
    .array(PlannedRecord)
    .meta({ description: 'Kinds of records that exist for the person.' }),
})
export type ErasurePlan = z.infer<typeof ErasurePlan>

export const CreateErasure = z
  .strictObject({
    ...namedPerson,
    reason: prose(2000).min(1).meta({
      description: 'Reason for the erasure, up to 2,000 characters. It is erased too.',
      example: 'The family asks to be forgotten.',
    }),
    requester: prose(500).exactOptional().meta({
      description: 'Who requested the erasure, in words.',
      example: 'The mother, by letter',
    }),
    graceDays: z.int().min(0).max(30).default(GRACE_DAYS).meta({
      description:
        'Number of days from the approval to the start, during which the erasure can be cancelled; 0 to start immediately.',
      example: GRACE_DAYS,
    }),
  })
  .refine(...onePerson)
  .meta({
    id: 'CreateErasure',
    example: { childId: exampleId('child'), reason: 'The family asks to be forgotten.' },
  })
export type CreateErasure = z.infer<typeof CreateErasure>

export const toErasure = (row: ErasureModel): Erasure => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  status: row.status,
  reason: row.reason,
  requester: row.requester,
  createdBy: row.createdBy,
  graceDays: row.graceDays,
  approvedBy: row.approvedBy,
  approvedAt: utcOrNull(row.approvedAt),
  ...aloneOf(row),
  startsAt: utcOrNull(row.startsAt),
  startedAt: utcOrNull(row.startedAt),
  retentionEndsAt: utcOrNull(row.retentionEndsAt),
  completedAt: utcOrNull(row.completedAt),
  cancelledAt: utcOrNull(row.cancelledAt),
  steps: { done: row.stepsDone, total: row.stepsTotal },
  erased: fromJson(Erasure.shape.erased, row.erased),
  retained: fromJson(Erasure.shape.retained, row.retained),
  blockers: fromJson(Erasure.shape.blockers, row.blockers),
  ...recordOf(row),
})
