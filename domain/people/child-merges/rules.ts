import { DomainError } from '#platform/core/errors.ts'

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
      ? 'The merge is older than 30 days and stands.'
      : 'The merge has been reversed already.',
    { extra: { status, allowed: [] } },
  )
}

/**
 * The tables whose records are a child's, and so move with it. A test compares this with the
 * database: a new table with a child is named here, or why it is not.
 */
export const CHILD_TABLES = [
  'guardianships',
  'care_team_members',
  'appointments',
  'series',
  'appointment_import_rows',
  'group_waits',
  'calendar_feeds',
  'waitlist_entries',
  'sessions',
  'orders',
  'goals',
  'consents',
  'attachments',
  'form_responses',
  'early_intervention_programs',
  'assessment_schedules',
  'assessments',
  'treatment_cycles',
] as const
export type ChildTable = (typeof CHILD_TABLES)[number]

/** Ids of what moved, by table, and the guardianships that ended because the survivor had the same. */
export type Moved = Partial<Record<ChildTable | 'endedGuardianships', string[]>>
