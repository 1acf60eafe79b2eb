import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const Attendance = ['ATTENDED', 'LATE', 'LEFT_EARLY', 'ABSENT'] as const
export type Attendance = (typeof Attendance)[number]

const LONGEST_SESSION_MS = 24 * 60 * 60_000

/** Checks that a session has started, and that it ends after its start and within a day. */
export const assertSessionTimes = (
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date | null },
  now: Date,
): void => {
  if (startedAt > now)
    throw invalid(
      'startedAt',
      'in_the_future',
      'startedAt is in the future. To plan a future session, book an appointment.',
    )
  if (!endedAt) return
  if (endedAt < startedAt)
    throw invalid('endedAt', 'inverted_range', 'endedAt is before startedAt. Send a later endedAt.')
  if (endedAt.getTime() - startedAt.getTime() > LONGEST_SESSION_MS)
    throw invalid(
      'endedAt',
      'range_too_long',
      'A session can last at most 24 hours. Send an earlier endedAt.',
    )
}

/** The fields that a signed note fixes. Billing is decided separately, so it can still change. */
const LOCKED = ['startedAt', 'endedAt', 'attendance', 'participants', 'goalIds'] as const

/** The members of a patch that a signed note forbids. Adding an end is still allowed. */
export const lockedMembers = (patch: object, { endedAt }: { endedAt: Date | null }): string[] =>
  LOCKED.filter((name) => name in patch && !(name === 'endedAt' && endedAt === null))

export const sessionLocked = (noteId: string, locked: readonly string[]) =>
  new DomainError(
    'note_signed',
    `${locked.join(', ')} cannot change because note ${noteId} of the session is signed. Add an addendum to the note instead.`,
    { extra: { noteId, locked } },
  )
