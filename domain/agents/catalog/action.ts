import type { z } from 'zod'
import type { Needs, Permission } from '#platform/core/access/permissions.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { described } from './actions/described.ts'

/** The result of an action. */
export interface ActionOutcome {
  /** SKIPPED: the conditions of the decision no longer hold. */
  status: 'DONE' | 'SKIPPED'
  /** A sentence that names no person. */
  outcome: string
  /** The record that the action created or concerns. */
  subject: Subject | null
}

/** The identity under which an action runs. */
export interface ActionRun {
  /** An action runs once per key. Unique within the tenant. */
  idempotencyKey: string
  /** The agent run that requested it; null for a tool call. */
  runId: string | null
  /** Permissions required to read the sources of the action's texts (docs/decisions/0250). */
  madeFrom: readonly Permission[]
}

/**
 * Something that agents and tools can do through a verb of the domain. The action and its record share one
 * transaction, in which the caller must have the permissions in `needs`.
 */
export interface Action<Parameters = unknown> {
  /** Its stable name in agent definitions. */
  name: string
  title: string
  description: string
  /** A strict object. */
  parameters: z.ZodType<Parameters>
  needs: Needs
  /** Whether the action writes to people outside the centre's staff. */
  writesToPeople: boolean
  /** REQUIRED means that an agent needs an approval before the action. */
  approval: 'REQUIRED' | 'NONE'
  /** Describes the effect of `perform` for the person who approves it. Writes nothing. */
  preview: (reader: Reader, parameters: Parameters) => Promise<{ text: string }>
  /** The ids of the people to whom `perform` would write now. Writes nothing. */
  recipients: (reader: Reader, parameters: Parameters) => Promise<readonly string[]>
  /** Checks again that the records still meet the conditions. */
  perform: (tx: Transaction, parameters: Parameters, run: ActionRun) => Promise<ActionOutcome>
}

/** An action that writes to people says to whom. */
type Addressing<Parameters> = Pick<Action<Parameters>, 'recipients'> & { writesToPeople: true }
type Silent<Parameters> = Partial<Pick<Action<Parameters>, 'recipients'>> & {
  writesToPeople: false
}

type Defined<Parameters> = Omit<Action<Parameters>, 'preview' | 'recipients' | 'writesToPeople'> &
  Partial<Pick<Action<Parameters>, 'preview'>> &
  (Addressing<Parameters> | Silent<Parameters>)

/** Without its own `preview`, an action is described by its title and parameters. */
export const defineAction = <Parameters extends object>({
  preview = (reader, parameters) => described(reader, action.title, parameters),
  recipients = () => Promise.resolve([]),
  ...action
}: Defined<Parameters>): Action => ({ ...action, preview, recipients }) as unknown as Action

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
