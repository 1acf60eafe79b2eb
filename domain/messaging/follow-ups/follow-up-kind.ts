import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Resource } from '#platform/core/access/permissions.ts'
import type { FollowUpName } from './names.ts'
import type { PlannedStep, RecordedStep } from './plan.ts'

/**
 * What happens to a step while processing of the child's data is restricted (docs/decisions/0054). WAITS: it
 * waits for the end of the restriction and is done then, if it is still needed. An outcome: it is skipped,
 * because it is useful only at its time. DONE: it is done, because it ends something or because others need
 * the time.
 */
type WhileRestricted = 'WAITS' | 'DONE' | Outcome

/** The outcome of a step. `actionRequired` says what a person must handle. */
export interface Outcome {
  status: 'DONE' | 'SKIPPED'
  outcome: string
  actionRequired?: string
}

/** The current step. */
export interface StepRun {
  step: string
  followUpId: string
  /** Its planned time. */
  dueAt: Date
  /** An operator fired it. */
  runNow: boolean
}

/**
 * A kind of follow-up, with a workflow of the same name. Facts and plan decide when; `perform` does one step in
 * one transaction with its record. The workflow only keeps time (workflows/steps.ts).
 */
export interface FollowUpKind<Facts = unknown> {
  /**
   * The resource of its subject: reading needs `<resource>:read`, and skipping, firing, cancelling, resuming or
   * acknowledging needs `<resource>:write`, besides the permission `follow-ups`.
   */
  resource: Resource
  /** The rule for steps while the child's data is restricted. */
  whileRestricted: (step: string) => WhileRestricted
  /** The input of the plan. Locks the subject, so the plan is still valid at commit. */
  facts: (tx: Transaction, subjectId: string) => Promise<Facts>
  /** All steps of the current state, including past ones while it lasts. Pure. */
  plan: (facts: Facts) => PlannedStep[]
  /** Why steps that left the plan will not happen. */
  cancelReason: (facts: Facts) => string
  /** Whom an unfinished subject waits for without steps: its follow-up stays active, without a workflow. */
  waitsFor?: (facts: Facts) => string | undefined
  /** The follow-up's final state when nothing is left and nobody is awaited. */
  finalStatus: (facts: Facts) => 'COMPLETED' | 'CANCELLED'
  /**
   * Whether a step's request to a person is settled. By default it is, once the current plan has no such step:
   * {@link leftThePlan}.
   */
  isSettled: (facts: Facts, step: RecordedStep, plan: readonly PlannedStep[]) => boolean
  /**
   * The rule, on resuming, for steps that were due while the follow-up was cancelled: messages are skipped;
   * changes of state and requests to staff are still done.
   */
  whenLate: (step: string) => 'SKIPPED' | 'DONE'
  /** Does a step, or reports why not: the subject may have changed since the plan. */
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
