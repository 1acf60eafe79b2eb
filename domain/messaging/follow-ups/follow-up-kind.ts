import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { WaitingAction } from '#platform/core/records/define-waiting.ts'
import type { Resource } from '#platform/core/access/permissions.ts'
import type { Outlook } from '../messages/show-outlooks.ts'
import type { FollowUpName } from './names.ts'
import type { PlannedStep, RecordedStep } from './plan.ts'

/**
 * What happens to a step while processing of the child's data is restricted (docs/decisions/0054). WAITS: it
 * waits until the restriction is lifted and is then executed, if it is still needed. An outcome: it is skipped,
 * because it is useful only at its planned time. DONE: it is executed, because it ends something or because
 * others need the time.
 */
type WhileRestricted = 'WAITS' | 'DONE' | Outcome

/** The outcome of a step. `actionRequired` tells a person what to do. */
export interface Outcome {
  status: 'DONE' | 'SKIPPED'
  outcome: string
  actionRequired?: string
}

/** A step that is being executed. */
export interface StepRun {
  step: string
  followUpId: string
  /** Its planned time. */
  dueAt: Date
  /** Whether an operator triggered it. */
  runNow: boolean
}

/**
 * A kind of follow-up, with a workflow of the same name. The facts and the plan decide when steps are due;
 * `perform` executes one step in one transaction with its record. The workflow only keeps time
 * (workflows/steps.ts).
 */
export interface FollowUpKind<Facts = unknown> {
  /**
   * The resource of its subject. In addition to the permission for `follow-ups`, reading requires
   * `<resource>:read`; skipping, triggering, cancelling, resuming or acknowledging requires `<resource>:write`.
   */
  resource: Resource
  /** Operations on the subject that settle what its steps ask, in addition to those of the state in which it waits. */
  actions?: readonly WaitingAction[]
  /** The rule for a step while processing of the child's data is restricted. */
  whileRestricted: (step: string) => WhileRestricted
  /** The facts for the plan. Locks the subject, so that the plan is still valid at commit. */
  facts: (tx: Transaction, subjectId: string) => Promise<Facts>
  /**
   * The facts of many subjects, in a bounded number of statements. Locks the subjects that nobody else has
   * locked, and leaves out the others, so that many locks cannot end in a deadlock.
   */
  factsOfMany?: (
    tx: Transaction,
    subjectIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Facts>>
  /** All steps for the subject's current state, including past ones. Pure. */
  plan: (facts: Facts) => PlannedStep[]
  /** Why steps that are no longer in the plan will not happen. */
  cancelReason: (facts: Facts) => string
  /** Whom an unfinished subject waits for if no steps are left. Its follow-up then stays active without a workflow. */
  waitsFor?: (facts: Facts) => string | undefined
  /** The follow-up's final status when no steps are left and it waits for nobody. */
  finalStatus: (facts: Facts) => 'COMPLETED' | 'CANCELLED'
  /**
   * Whether a step's request to a person is settled. By default it is, once the current plan no longer has the
   * step: {@link leftThePlan}.
   */
  isSettled: (facts: Facts, step: RecordedStep, plan: readonly PlannedStep[]) => boolean
  /**
   * What happens, on resuming, to steps that were due while the follow-up was cancelled: messages are skipped,
   * whereas changes of state and requests to staff are still executed.
   */
  whenLate: (step: string) => 'SKIPPED' | 'DONE'
  /** The messages that these steps will send, if the subject stays as it is. */
  messages?: (
    reader: Reader,
    subjectId: string,
    steps: readonly Pick<PlannedStep, 'step' | 'dueAt'>[],
  ) => Promise<Outlook[]>
  /** Executes a step, or returns why it does not, because the subject may have changed since the plan. */
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
