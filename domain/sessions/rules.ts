import { DomainError, invalid } from '../core/errors.ts'
import { transitionTo } from '../core/state-machine.ts'

export const Attendance = ['ATTENDED', 'LATE', 'LEFT_EARLY', 'ABSENT'] as const
export type Attendance = (typeof Attendance)[number]

const LONGEST_SESSION_MS = 24 * 60 * 60_000

/** A session is what took place: it has begun, and it ends after that, within a day. */
export const assertSessionTimes = (
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date | null },
  now: Date,
): void => {
  if (startedAt > now)
    throw invalid('startedAt', 'in_the_future', 'startedAt has not come yet: book an appointment.')
  if (!endedAt) return
  if (endedAt < startedAt) throw invalid('endedAt', 'before_start', 'endedAt is before startedAt.')
  if (endedAt.getTime() - startedAt.getTime() > LONGEST_SESSION_MS)
    throw invalid('endedAt', 'too_long', 'A session lasts 24 hours at most.')
}

export const NoteStatus = ['DRAFT', 'AWAITING_COSIGN', 'SIGNED', 'AMENDED'] as const
export type NoteStatus = (typeof NoteStatus)[number]

/** What can be done with a note. Once signed it is immutable; addenda come beside it. */
export const NOTE_TRANSITIONS = {
  patch: { DRAFT: 'DRAFT' },
  sign: { DRAFT: 'SIGNED', AWAITING_COSIGN: 'SIGNED' },
} as const satisfies Record<string, Partial<Record<NoteStatus, NoteStatus>>>

export const noteStatusAfter = (verb: keyof typeof NOTE_TRANSITIONS, status: string): NoteStatus =>
  transitionTo<NoteStatus, typeof NOTE_TRANSITIONS>(
    'A session note',
    NOTE_TRANSITIONS,
    verb,
    status as NoteStatus,
  )

export interface Soap {
  subjective: string
  objective: string
  assessment: string
  plan: string
}

/** Refuses the signature under an empty page. */
export const assertSignable = ({ subjective, objective, assessment, plan }: Soap): void => {
  if ([subjective, objective, assessment, plan].some((section) => section.trim() !== '')) return
  throw new DomainError('conflict', 'The note is empty. Write at least one section, then sign it.')
}
