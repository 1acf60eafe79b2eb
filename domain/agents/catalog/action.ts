import type { z } from 'zod'
import type { Needs, Permission } from '#platform/core/access/permissions.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { described } from './actions/described.ts'

/** What became of an action. */
export interface ActionOutcome {
  /** SKIPPED: what was true when somebody decided on it is not true any more. */
  status: 'DONE' | 'SKIPPED'
  /** In words, without names of people. */
  outcome: string
  /** The record that was made or written about. */
  subject: Subject | null
}

/** In whose name an action is done. */
export interface ActionRun {
  /** Asked for twice with the same key, it is done once. Unique in the tenant. */
  idempotencyKey: string
  /** The run of an agent that asks for it; null for a call of a tool. */
  runId: string | null
  /** What reading the records takes that its texts were worked out from (docs/decisions/0250). */
  madeFrom: readonly Permission[]
}

/**
 * One thing that agents and tools may do, by a verb of the domain. It is done in one transaction with its
 * record, by somebody who has the permissions in `needs` at that moment.
 */
export interface Action<Parameters = unknown> {
  /** As definitions of agents name it. Stable. */
  name: string
  title: string
  description: string
  /** A strict object. */
  parameters: z.ZodType<Parameters>
  needs: Needs
  /** Whether somebody outside of the centre's staff is written to. */
  writesToPeople: boolean
  /** REQUIRED: an agent does it only after somebody has approved it. */
  approval: 'REQUIRED' | 'NONE'
  /** What `perform` would do, in words for the person who approves it. It writes nothing. */
  preview: (reader: Reader, parameters: Parameters) => Promise<{ text: string }>
  /** Looks at the records again first. */
  perform: (tx: Transaction, parameters: Parameters, run: ActionRun) => Promise<ActionOutcome>
}

/** Without a `preview` of its own an action is described by its title and its parameters. */
export const defineAction = <Parameters extends object>({
  preview = (reader, parameters) => described(reader, action.title, parameters),
  ...action
}: Omit<Action<Parameters>, 'preview'> & Partial<Pick<Action<Parameters>, 'preview'>>): Action =>
  ({ ...action, preview }) as unknown as Action

export const done = (outcome: string, subject: Subject | null): ActionOutcome => ({
  status: 'DONE',
  outcome,
  subject,
})

export const skipped = (outcome: string, subject: Subject | null): ActionOutcome => ({
  status: 'SKIPPED',
  outcome,
  subject,
})
