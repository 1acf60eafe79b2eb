import { z } from 'zod'
import type { ChildMerge as ChildMergeModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { mergeStatus, MergeStatus, REVERSIBLE_MS, Moved } from './rules.ts'

const duplicateId = idOf('child').meta({
  description: 'The duplicate. It is archived and refers to the surviving record.',
  example: 'chd_01m7zb00000000000000000000',
})

export const ChildMerge = resourceSchema('ChildMerge', {
  id: idOf('childMerge'),
  childId: idOf('child').meta({ description: 'The surviving record.' }),
  duplicateId,
  status: z
    .enum(MergeStatus)
    .meta({ description: 'FINAL once the merge can no longer be reversed.' }),
  moved: z
    .record(z.string(), z.int())
    .meta({ description: 'Number of records moved, by kind.', example: { sessions: 12 } }),
  mergedBy: z.string().meta({
    description: 'ID of the user or API key that merged the records.',
    example: exampleId('apiKey'),
  }),
  finalAt: z.iso.datetime().meta({
    description: 'Time until which the merge can be reversed, in UTC.',
    example: '2026-12-21T09:30:00.000Z',
  }),
  reversedAt: z.iso.datetime().nullable().meta({
    description: 'When the merge was reversed, in UTC; null if it was not reversed.',
    example: null,
  }),
  ...recordMembers,
})
export type ChildMerge = z.infer<typeof ChildMerge>

export const MergeChild = z
  .strictObject({ duplicateId })
  .meta({ id: 'MergeChild', example: { duplicateId: 'chd_01m7zb00000000000000000000' } })

export const toChildMerge = (row: ChildMergeModel, now: Date): ChildMerge => ({
  id: row.id,
  childId: row.survivorId,
  duplicateId: row.duplicateId,
  status: mergeStatus(row, now),
  moved: Object.fromEntries(
    Object.entries(fromJson(Moved, row.moved)).map(([kind, ids]) => [kind, ids.length]),
  ),
  mergedBy: row.mergedBy,
  finalAt: utc(new Date(row.createdAt.getTime() + REVERSIBLE_MS)),
  reversedAt: utcOrNull(row.reversedAt),
  ...recordOf(row),
})
