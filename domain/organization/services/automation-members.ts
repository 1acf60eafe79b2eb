import { z } from 'zod'

/** What happens to an appointment for which nobody checked in. */
export const NoShowMode = ['OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE'] as const
export type NoShowMode = (typeof NoShowMode)[number]

/** What happens to an appointment that was started and that nobody closed. */
export const CompletionMode = ['OFF', 'MARK'] as const
export type CompletionMode = (typeof CompletionMode)[number]

const minutes = z.int().min(0).max(1440)

/** The rules of a centre. A service can have its own. */
export const automationMembers = {
  noShowMode: z.enum(NoShowMode).meta({
    description:
      'What happens to an appointment that nobody checked in. OFF: nothing. MARK: it becomes NO_SHOW without a fee. MARK_AND_PROPOSE_FEE: it becomes NO_SHOW, and a person charges or waives the fee. MARK_AND_CHARGE: it becomes NO_SHOW, and the fee of the cancellation policy is charged.',
    example: 'MARK',
  }),
  noShowGraceMinutes: minutes.meta({
    description: 'Number of minutes after the start at which this happens.',
    example: 30,
  }),
  completionMode: z.enum(CompletionMode).meta({
    description:
      'What happens to an appointment that was checked in or started but not closed. OFF: nothing. MARK: it becomes COMPLETED.',
    example: 'MARK',
  }),
  completionDelayMinutes: minutes.meta({
    description: 'Number of minutes after the end at which this happens.',
    example: 60,
  }),
}
