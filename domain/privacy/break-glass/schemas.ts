import { z } from 'zod'
import type { BreakGlassGrant as BreakGlassGrantModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { BREAK_GLASS_MINUTES } from './rules.ts'

export const BreakGlassStatus = ['ACTIVE', 'ENDED'] as const
export type BreakGlassStatus = (typeof BreakGlassStatus)[number]

const reason = prose(2000).min(10).meta({
  description: 'Why the record must be seen, 10 to 2,000 characters.',
  example: 'Lena had a seizure in the waiting room; Dr. Ruiz is not in the house.',
})
const note = prose(2000).meta({ example: 'Spoken to Dr. Fink: was needed.' })

export const BreakGlassGrant = resourceSchema('BreakGlassGrant', {
  id: idOf('breakGlassGrant'),
  childId: idOf('child'),
  providerId: idOf('provider').meta({ description: 'Provider who sees the child’s records.' }),
  reason,
  status: z.enum(BreakGlassStatus).meta({ description: 'OVER once it has expired or was ended.' }),
  requestedBy: z.string().meta({
    description: 'Id of the user or API key that opened the access.',
    example: exampleId('apiKey'),
  }),
  expiresAt: z.iso.datetime().meta({
    description: 'When the access expires, in UTC.',
    example: '2026-11-21T10:30:00.000Z',
  }),
  endedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was ended early, in UTC; null if it was not.', example: null }),
  reviewedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The review; null before.', example: null }),
  reviewedBy: z.string().nullable().meta({
    description: 'Id of the user or API key that reviewed it; null before.',
    example: null,
  }),
  justified: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the review found it justified; null before.', example: null }),
  reviewNote: z
    .string()
    .nullable()
    .meta({ description: 'Text of the review, if any.', example: null }),
  ...recordMembers,
})
export type BreakGlassGrant = z.infer<typeof BreakGlassGrant>

export const BreakGlass = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider').exactOptional().meta({
      description: 'The provider. A key bound to a provider can only name that one.',
    }),
    reason,
    minutes: z
      .int()
      .min(5)
      .max(BREAK_GLASS_MINUTES.most)
      .default(BREAK_GLASS_MINUTES.usual)
      .meta({ description: 'How long the access lasts, in minutes from now.', example: 60 }),
  })
  .meta({
    id: 'BreakGlass',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      reason: 'Lena had a seizure in the waiting room; Dr. Ruiz is not in the house.',
    },
  })
export type BreakGlass = z.infer<typeof BreakGlass>

export const ReviewBreakGlass = z
  .strictObject({
    justified: z.boolean().meta({ description: 'Whether the access was justified.' }),
    note: note
      .exactOptional()
      .meta({ description: 'Finding of the review, up to 2,000 characters.' }),
  })
  .meta({ id: 'ReviewBreakGlass', example: { justified: true } })
export type ReviewBreakGlass = z.infer<typeof ReviewBreakGlass>

export const isOpen = (
  { endedAt, expiresAt }: Pick<BreakGlassGrantModel, 'endedAt' | 'expiresAt'>,
  now: Date,
): boolean => endedAt === null && expiresAt > now

export const toBreakGlassGrant = (row: BreakGlassGrantModel, now: Date): BreakGlassGrant => ({
  id: row.id,
  childId: row.childId,
  providerId: row.providerId,
  reason: row.reason,
  status: isOpen(row, now) ? 'ACTIVE' : 'ENDED',
  requestedBy: row.requestedBy,
  expiresAt: utc(row.expiresAt),
  endedAt: utcOrNull(row.endedAt),
  reviewedAt: utcOrNull(row.reviewedAt),
  reviewedBy: row.reviewedBy,
  justified: row.justified,
  reviewNote: row.reviewNote,
  ...recordOf(row),
})
