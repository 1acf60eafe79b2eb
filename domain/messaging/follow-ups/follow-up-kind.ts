import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Resource } from '#platform/core/access/permissions.ts'
import type { FollowUpName } from './names.ts'
import type { PlannedStep, RecordedStep } from './plan.ts'

/**
 * What becomes of a step while processing of the child's data is restricted (docs/decisions/0054). It waits
 * for the restriction to be lifted, and is then done if it is still needed; it is left out, because it is of
 * use at its time alone; or it is done, because it ends what runs and others want the time.
 */
type WhileRestricted = 'WAITS' | 'DONE' | Outcome

/** What became of a step. `actionRequired` says what a person has to see to. */
export interface Outcome {
  status: 'DONE' | 'SKIPPED'
  outcome: string
  actionRequired?: string
}

/** The step that is being done. */
export interface StepRun {
  step: string
  followUpId: string
  /** The time that it was planned for. */
  dueAt: Date
  /** Somebody said: now. */
  runNow: boolean
}

/**
 * One kind of follow-up, for a workflow of the same name. Facts and plan decide when; `perform` does
 * one step in one transaction with its record. The workflow only keeps the time (workflows/steps.ts).
 */
export interface FollowUpKind<Facts = unknown> {
  /**
   * Whose matter it is: reading it needs `<resource>:read`, and skipping, firing, cancelling, resuming
   * or acknowledging needs `<resource>:write`, beside the permission `follow-ups`.
   */
  resource: Resource
  /** What becomes of a step while processing of the child's data is restricted. */
  whileRestricted: (step: string) => WhileRestricted
  /** What the plan depends on. Locks the subject, so that what is planned holds when this commits. */
  facts: (tx: Transaction, subjectId: string) => Promise<Facts>
  /** Every step from the present state on, past ones included as long as the state lasts. Pure. */
  plan: (facts: Facts) => PlannedStep[]
  /** Why steps that are planned no more will not happen. */
  cancelReason: (facts: Facts) => string
  /** Whom a subject that is not over waits for when no step is left: its follow-up stays active, without a workflow. */
  waitsFor?: (facts: Facts) => string | undefined
  /** What the follow-up is when nothing is left to do, and nobody is waited for. */
  finalStatus: (facts: Facts) => 'COMPLETED' | 'CANCELLED'
  /**
   * Whether what a step asked a person to see to is settled, so that it asks no more. For most it is once
   * the plan of the present facts has no such step: {@link leftThePlan}.
   */
  isSettled: (facts: Facts, step: RecordedStep, plan: readonly PlannedStep[]) => boolean
  /**
   * What becomes of a step whose time passed while the follow-up was cancelled, when it is resumed. What
   * tells people something is skipped; what changes a state or asks staff to act is still done.
   */
  whenLate: (step: string) => 'SKIPPED' | 'DONE'
  /** Does a step, or says why not: the subject may have changed since it was planned. */
  perform: (tx: Transaction, facts: Facts, step: StepRun) => Promise<Outcome> | Outcome
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    followUps: Readonly<Record<FollowUpName, FollowUpKind>>
  }
}

export const leftThePlan: FollowUpKind['isSettled'] = (_facts, { step }, plan) =>
  !plan.some((planned) => planned.step === step)

export const defineFollowUp = <Facts>(kind: FollowUpKind<Facts>): FollowUpKind =>
  kind as FollowUpKind

export const done = (outcome: string, actionRequired?: string): Outcome => ({
  status: 'DONE',
  outcome,
  ...(actionRequired !== undefined && { actionRequired }),
})

export const skipped = (outcome: string, actionRequired?: string): Outcome => ({
  status: 'SKIPPED',
  outcome,
  ...(actionRequired !== undefined && { actionRequired }),
})
