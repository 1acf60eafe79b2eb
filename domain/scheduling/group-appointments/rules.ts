import { DomainError, invalid } from '#platform/core/errors/errors.ts'

interface Joinable {
  status: string
  startsAt: Date
}

/** Whether children can still join the group. */
export const isOpen = ({ status, startsAt }: Joinable, now: Date): boolean =>
  status === 'CONFIRMED' && startsAt > now

export const assertOpen = (group: Joinable, now: Date): void => {
  if (isOpen(group, now)) return
  throw new DomainError(
    'group_closed',
    'The group was cancelled or has begun. Choose another group.',
  )
}

export const assertForSeveral = ({ capacity }: { capacity: number }): void => {
  if (capacity >= 2) return
  throw invalid(
    'serviceId',
    'no_group',
    'The service has a capacity of one child. Raise its capacity.',
  )
}

export const GroupWaitlistEntryStatus = ['WAITING', 'MOVED_UP', 'CANCELLED'] as const
export type GroupWaitlistEntryStatus = (typeof GroupWaitlistEntryStatus)[number]

export const assertWaiting = ({ status }: { status: GroupWaitlistEntryStatus }): void => {
  if (status === 'WAITING') return
  throw new DomainError(
    'invalid_transition',
    `The group is ${status}, so it no longer has a waitlist.`,
    {
      extra: { status, allowed: [] },
    },
  )
}
