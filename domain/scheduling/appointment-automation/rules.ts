import type { Charging } from '#payments/cancellation-policies/decide-fee.ts'
import type { CompletionMode, NoShowMode } from '#organization/services/automation-members.ts'
import { addMinutes } from '#platform/core/time/time.ts'

/** The rules for an appointment: those of its service, otherwise the centre's. */
export interface Automation {
  noShowMode: NoShowMode
  noShowGraceMinutes: number
  completionMode: CompletionMode
  completionDelayMinutes: number
}

/** Describes a step of the follow-up. */
export const NO_SHOW_DOES: Record<NoShowMode, string> = {
  OFF: 'nothing: automatic no-shows are switched off',
  MARK: 'marks it as NO_SHOW if nobody checked in, without a fee',
  MARK_AND_PROPOSE_FEE:
    'marks it as NO_SHOW if nobody checked in, and asks a person to charge or waive the fee',
  MARK_AND_CHARGE:
    'marks it as NO_SHOW if nobody checked in, and charges the fee that the policy determines',
}
export const COMPLETION_DOES: Record<CompletionMode, string> = {
  OFF: 'nothing: automatic completion is switched off',
  MARK: 'marks it as COMPLETED if nobody closed it',
}

export const noShowDueAt = (
  { startsAt }: { startsAt: Date },
  { noShowGraceMinutes }: Pick<Automation, 'noShowGraceMinutes'>,
): Date => addMinutes(startsAt, noShowGraceMinutes)

export const completionDueAt = (
  { endsAt }: { endsAt: Date },
  { completionDelayMinutes }: Pick<Automation, 'completionDelayMinutes'>,
): Date => addMinutes(endsAt, completionDelayMinutes)

export const CHARGING: Record<Exclude<NoShowMode, 'OFF'>, Charging> = {
  MARK: 'NONE',
  MARK_AND_PROPOSE_FEE: 'PROPOSE',
  MARK_AND_CHARGE: 'CHARGE',
}
