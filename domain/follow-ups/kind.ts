import type { Transaction } from '../core/transaction.ts'
import type { PlannedStep } from './plan.ts'

/** What became of a step. `attention` says what a person has to see to. */
export interface Outcome {
  status: 'DONE' | 'SKIPPED'
  outcome: string
  attention?: string
}

/** The step that is being done. */
export interface StepInHand {
  step: string
  followUpId: string
  /** Somebody said: now. */
  fired: boolean
}

/**
 * One kind of follow-up, for a workflow of the same name. Facts and plan decide when; `perform` does
 * one step in one transaction with its record. The workflow only keeps the time (workflows/steps.ts).
 */
export interface FollowUpKind<Facts = unknown> {
  /** What the plan depends on. Locks the subject, so that what is planned holds when this commits. */
  facts: (tx: Transaction, subjectId: string) => Promise<Facts>
  /** Every step from the present state on, past ones included as long as the state lasts. Pure. */
  plan: (facts: Facts) => PlannedStep[]
  /** Why steps that are planned no more will not happen. */
  because: (facts: Facts) => string
  /** What the follow-up is when nothing is left to do. */
  endOf: (facts: Facts) => 'COMPLETED' | 'CANCELLED'
  /** Whether what a step asked somebody to see to is settled since. */
  seenTo?: (facts: Facts, step: string) => boolean
  /** Does a step, or says why not: the subject may have changed since it was planned. */
  perform: (tx: Transaction, facts: Facts, step: StepInHand) => Promise<Outcome> | Outcome
}

export const defineFollowUp = <Facts>(kind: FollowUpKind<Facts>): FollowUpKind =>
  kind as FollowUpKind

export const done = (outcome: string, attention?: string): Outcome => ({
  status: 'DONE',
  outcome,
  ...(attention !== undefined && { attention }),
})

export const skipped = (outcome: string, attention?: string): Outcome => ({
  status: 'SKIPPED',
  outcome,
  ...(attention !== undefined && { attention }),
})
