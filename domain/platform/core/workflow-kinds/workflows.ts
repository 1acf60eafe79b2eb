import type { Entity } from '../records/ids.ts'

/**
 * A workflow about one subject, started or woken by writes. It is declared beside its subject; the domain names
 * it, and only the relay calls Temporal (relay/).
 */
export interface WorkflowDefinition {
  /** Its Temporal type, exported by workflows/index.ts. */
  name: string
  subjectType: Entity
  /** The prefix of its Temporal id. */
  idPrefix: string
  /** What operators see it wait for at its start; workflows/progress.ts shows later steps. */
  firstStep: string
  /**
   * `bulk` has few slots, for work on many records; `couriers` serves webhooks, `knowledge` documents, `agents`
   * runs.
   */
  taskQueue?: 'agents' | 'bulk' | 'couriers' | 'knowledge'
  /** A user waits for the result, so it precedes other workflows of its queue (docs/decisions/0059). */
  interactive?: true
  /**
   * SQL for the `tenant_id` and `id` of subjects with pending work, in case Temporal lost the workflow; `:now`
   * is the time. A follow-up needs none, unless its subject is recorded first.
   */
  unfinished?: string
}

export const defineWorkflow = <const Definition extends WorkflowDefinition>(
  definition: Definition,
): Definition => definition

/** The priority of ordinary work. */
export const ORDINARY_TURN = 2

/** The priority of work a user waits for. */
export const URGENT_TURN = 1

/** Hand-over priorities: 1 is interactive, 3 is bulk work. */
export const turnOf = ({ interactive, taskQueue }: WorkflowDefinition): 1 | 2 | 3 =>
  interactive ? URGENT_TURN : taskQueue === 'bulk' || taskQueue === 'knowledge' ? 3 : ORDINARY_TURN

/** The only input of a subject's workflow: ids. */
export interface SubjectInput {
  tenantId: string
  subjectId: string
}

/** A pure function of the subject, so a repeated hand-over has no effect. */
export const workflowIdFor = (
  { idPrefix }: Pick<WorkflowDefinition, 'idPrefix'>,
  { tenantId, subjectId }: SubjectInput,
): string => `${idPrefix}/${tenantId}/${subjectId}`

/**
 * The payload of an outbox row of kind `workflow`. `start` starts it; `wake` signals a change, and starts it if
 * it is not running.
 */
export interface WorkflowMessage {
  action: 'start' | 'wake'
  /** A user waits for this one, but not for others of its kind: it precedes them. */
  urgent?: true
}
