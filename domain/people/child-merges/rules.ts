import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'

/** How long a merge can be reversed: 30 days. */
export const REVERSIBLE_MS = 30 * 86_400_000

export const MergeStatus = ['MERGED', 'REVERSED', 'FINAL'] as const
export type MergeStatus = (typeof MergeStatus)[number]

export const mergeStatus = (
  merge: { createdAt: Date; reversedAt: Date | null },
  now: Date,
): MergeStatus => {
  if (merge.reversedAt) return 'REVERSED'
  return now.getTime() - merge.createdAt.getTime() > REVERSIBLE_MS ? 'FINAL' : 'MERGED'
}

export const assertReversible = (status: MergeStatus): void => {
  if (status === 'MERGED') return
  throw new DomainError(
    'invalid_transition',
    status === 'FINAL'
      ? 'The merge is more than 30 days old and can no longer be reversed.'
      : 'The merge has already been reversed.',
    { extra: { status, allowed: [] } },
  )
}

/** The tables whose records belong to a child and move with it. */
export const CHILD_TABLES = Object.entries(PERSON_TABLES).flatMap(([name, { movesWithChild }]) =>
  movesWithChild ? [name] : [],
)

/** The ids of moved records by table, and the guardianships that ended because the surviving child had the same. */
export const Moved = z.record(z.string(), z.array(z.string()))
export type Moved = z.infer<typeof Moved>
