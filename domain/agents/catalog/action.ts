import type { z } from 'zod'
import type { Needs, Permission } from '#platform/core/access/permissions.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { described } from './actions/described.ts'

/** The result of an action. */
export interface ActionOutcome {
  /** SKIPPED: the conditions of the decision no longer hold. */
  status: 'DONE' | 'SKIPPED'
  /** In words, without names of people. */
  outcome: string
  /** The record that was created or mentioned. */
  subject: Subject | null
}

/** The identity under which an action runs. */
export interface ActionRun {
  /** An action runs once per key. Unique within the tenant. */
  idempotencyKey: string
  /** The requesting run of an agent; null for a tool call. */
  runId: string | null
  /** Permissions to read the sources of its texts (docs/decisions/0250). */
  madeFrom: readonly Permission[]
}

/**
 * Something agents and tools can do, through a verb of the domain. It runs in one transaction with its record,
 * as a caller with the permissions in `needs` at that moment.
 */
export interface Action<Parameters = unknown> {
  /** Its stable name in agent definitions. */
  name: string
  title: string
  description: string
  /** A strict object. */
  parameters: z.ZodType<Parameters>
  needs: Needs
  /** Whether it writes to people outside the centre's staff. */
  writesToPeople: boolean
  /** REQUIRED: an agent needs an approval first. */
  approval: 'REQUIRED' | 'NONE'
  /** Describes the effect of `perform` for the person who approves it. Writes nothing. */
  preview: (reader: Reader, parameters: Parameters) => Promise<{ text: string }>
  /** Checks the records again first. */
  perform: (tx: Transaction, parameters: Parameters, run: ActionRun) => Promise<ActionOutcome>
}

/** Without its own `preview`, an action is described by its title and parameters. */
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
