import type { z } from 'zod'
import type { Permission } from '#platform/core/permissions.ts'
import type { Subject, Transaction } from '#platform/core/transaction.ts'
import type { Outcome, StepRun } from '#messaging/follow-ups/follow-up-kind.ts'

/** One thing that is to be done, why, and to whom. Reasons and proposal are ids and numbers. */
interface Proposed<Proposal> {
  subject: Subject
  reasons: { code: string; points: number; evidenceIds: string[] }[]
  proposal: Proposal
}

/** An action that somebody approved. */
interface ActionInHand<Input, Proposal> {
  id: string
  subject: Subject
  proposal: Proposal
  /** What the run was started with. */
  input: Input
}

/**
 * Trigger → Agent → Action. The trigger starts a run with an input; the agent proposes actions, which
 * touch nothing; what somebody approved is done, each in a transaction with its record. An agent that
 * asks a model proposes by it; who may approve, what is recorded and how it is carried out stay the same.
 */
export interface Agent<Input = unknown, Proposal = unknown> {
  input: z.ZodType<Input>
  /** Permissions that the caller needs to start it: an agent reads no more than its caller may. */
  needs: readonly Permission[]
  propose: (tx: Transaction, input: Input) => Promise<Proposed<Proposal>[]>
  /** Does one action, or says why not any more. Safe to do twice. */
  act: (tx: Transaction, action: ActionInHand<Input, Proposal>, step: StepRun) => Promise<Outcome>
}

export const defineAgent = <Input, Proposal>(agent: Agent<Input, Proposal>): Agent =>
  agent as unknown as Agent
