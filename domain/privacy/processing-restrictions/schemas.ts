import { z } from 'zod'
import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { namedPerson, onePerson } from '#people/persons/named-person.ts'

/** Art. 18(1)(a) to (d) GDPR, in order: the grounds on which a person can request a restriction. */
const AskedGround = ['ACCURACY_CONTESTED', 'UNLAWFUL', 'LEGAL_CLAIM', 'OBJECTION'] as const
/** Adds the retention required by law after an erasure (Art. 17(3)), which callers cannot set. */
export const RestrictionGround = [...AskedGround, 'RETENTION'] as const
export type RestrictionGround = (typeof RestrictionGround)[number]

export const RestrictionStatus = ['OPEN', 'LIFTING', 'LIFTED'] as const
export type RestrictionStatus = (typeof RestrictionStatus)[number]

const time = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: null })

const reason = prose(2000).min(1).meta({
  description: 'Reason for the restriction, up to 2,000 characters.',
  example: 'The mother contests the diagnosis in the report of 3 November.',
})
const liftReason = prose(2000).min(1).meta({ example: 'Verified with the pediatrician.' })
const notifiedBy = prose(2000).min(1).meta({
  description: 'How the person, or the child’s guardians, were told beforehand (Art. 18(3) GDPR).',
  example: 'On the phone with Mara Weiss, 21 November.',
})

export const ProcessingRestriction = resourceSchema('ProcessingRestriction', {
  id: idOf('processingRestriction'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable().meta({ example: null }),
  ground: z.enum(RestrictionGround).meta({
    description:
      'Ground in Art. 18(1)(a) to (d) GDPR, in this order, or RETENTION for data that the law requires to be kept after an erasure.',
  }),
  reason,
  status: z.enum(RestrictionStatus).meta({
    description:
      'Status of the restriction. LIFTING: its lifting was announced; it stays in force until it is LIFTED.',
  }),
  startedAt: z.iso.datetime().meta({
    description: 'When the restriction began, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  startedBy: z.string().meta({
    description: 'ID of the user or API key that created the restriction.',
    example: exampleId('apiKey'),
  }),
  liftReason: liftReason.nullable().meta({
    description: 'Reason for lifting the restriction; null until it is lifted.',
    example: null,
  }),
  liftsAt: time(
    'When the restriction will be lifted, in UTC, as announced; null if this is not planned.',
  ),
  notifiedBy: notifiedBy.nullable().meta({ example: null }),
  liftedAt: time('When the restriction was lifted, in UTC; null until then.'),
  liftedBy: z.string().nullable().meta({
    description: 'ID of the user or API key that lifted the restriction; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type ProcessingRestriction = z.infer<typeof ProcessingRestriction>

export const CreateProcessingRestriction = z
  .strictObject({
    ...namedPerson,
    ground: z
      .enum(AskedGround)
      .meta({ description: 'Ground of Art. 18(1)(a) to (d) GDPR, in this order.' }),
    reason,
  })
  .refine(...onePerson)
  .meta({
    id: 'CreateProcessingRestriction',
    example: {
      childId: exampleId('child'),
      ground: 'ACCURACY_CONTESTED',
      reason: 'The mother contests the diagnosis in the report of 3 November.',
    },
  })
export type CreateProcessingRestriction = z.infer<typeof CreateProcessingRestriction>

export const LiftProcessingRestriction = z
  .strictObject({
    reason: liftReason.meta({
      description: 'Reason for lifting the restriction, up to 2,000 characters.',
    }),
    notifiedBy: notifiedBy.exactOptional(),
  })
  .meta({
    id: 'LiftProcessingRestriction',
    example: {
      reason: 'Verified with the pediatrician.',
      notifiedBy: 'On the phone with Mara Weiss, 21 November.',
    },
  })
export type LiftProcessingRestriction = z.infer<typeof LiftProcessingRestriction>

export const restrictionStatus = ({
  liftsAt,
  liftedAt,
}: Pick<Model, 'liftsAt' | 'liftedAt'>): RestrictionStatus => {
  if (liftedAt) return 'LIFTED'
  return liftsAt ? 'LIFTING' : 'OPEN'
}

export const toProcessingRestriction = (row: Model): ProcessingRestriction => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  ground: row.ground,
  reason: row.reason,
  status: restrictionStatus(row),
  startedAt: utc(row.startedAt),
  startedBy: row.startedBy,
  liftReason: row.liftReason,
  liftsAt: utcOrNull(row.liftsAt),
  notifiedBy: row.notifiedBy,
  liftedAt: utcOrNull(row.liftedAt),
  liftedBy: row.liftedBy,
  ...recordOf(row),
})
