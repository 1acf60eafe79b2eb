import { z } from 'zod'
import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
import type { BreakGlassGrant as BreakGlassGrantModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { BREAK_GLASS_MINUTES } from './rules.ts'

export const BreakGlassStatus = ['ACTIVE', 'ENDED'] as const
export type BreakGlassStatus = (typeof BreakGlassStatus)[number]

const reason = prose(2000).min(10).meta({
  description: 'Reason why the record must be seen, from 10 to 2,000 characters.',
  example: 'Lena had a seizure in the waiting room; Dr. Ruiz is not in the house.',
})
const note = prose(2000).meta({ example: 'Spoken to Dr. Fink: was needed.' })

export const BreakGlassGrant = resourceSchema('BreakGlassGrant', {
  id: idOf('breakGlassGrant'),
  childId: idOf('child'),
  providerId: idOf('provider').meta({ description: 'Provider who can see the child’s records.' }),
  reason,
  status: z
    .enum(BreakGlassStatus)
    .meta({ description: 'Status of the access. OVER: it has expired or was ended.' }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that opened the access.',
    example: exampleId('apiKey'),
  }),
  expiresAt: z.iso.datetime().meta({
    description: 'When the access expires, in UTC.',
    example: '2026-11-21T10:30:00.000Z',
  }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the access was ended early, in UTC; null if it was not.',
    example: null,
  }),
  reviewedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the access was reviewed, in UTC; null until then.', example: null }),
  reviewedBy: z.string().nullable().meta({
    description: 'ID of the user or API key that reviewed the access; null until then.',
    example: null,
  }),
  ...aloneMembers,
  justified: z.boolean().nullable().meta({
    description: 'Whether the review found the access justified; null until then.',
    example: null,
  }),
  reviewNote: z
    .string()
    .nullable()
    .meta({ description: 'Text of the review; null if there is none.', example: null }),
  ...recordMembers,
})
export type BreakGlassGrant = z.infer<typeof BreakGlassGrant>

export const BreakGlass = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider').exactOptional().meta({
      description:
        'Provider who gets access. A key bound to a provider can specify only that provider.',
    }),
    reason,
    minutes: z
      .int()
      .min(5)
      .max(BREAK_GLASS_MINUTES.most)
      .default(BREAK_GLASS_MINUTES.usual)
      .meta({ description: 'Number of minutes that the access lasts from now.', example: 60 }),
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
      .meta({ description: 'Findings of the review, up to 2,000 characters.' }),
  })
  .meta({ id: 'ReviewBreakGlass', example: { justified: true } })
export type ReviewBreakGlass = z.infer<typeof ReviewBreakGlass>

/** When the access ended or expires. */
export const endOf = ({
  endedAt,
  expiresAt,
}: Pick<BreakGlassGrantModel, 'endedAt' | 'expiresAt'>): Date =>
  endedAt && endedAt < expiresAt ? endedAt : expiresAt

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
  ...aloneOf(row),
  justified: row.justified,
  reviewNote: row.reviewNote,
  ...recordOf(row),
})
