import type { Entity } from '../records/ids.ts'

/**
 * A workflow that a write may start or wake, about one subject. It is declared beside its subject; the
 * domain names it and never calls Temporal, the relay does (relay/).
 */
export interface WorkflowDefinition {
  /** Its type in Temporal, exported by workflows/index.ts. */
  name: string
  subjectType: Entity
  /** What its id in Temporal begins with. */
  idPrefix: string
  /** What operators see it wait for from its start on; later steps are shown by workflows/progress.ts. */
  firstStep: string
  /** `bulk` has few slots, for work on many records; `couriers` is for webhooks, `knowledge` for documents, `agents` for their runs. */
  taskQueue?: 'agents' | 'bulk' | 'couriers' | 'knowledge'
  /** A user waits for the result: it goes before the other workflows of its queue (docs/decisions/0059). */
  interactive?: true
  /**
   * SQL for the `tenant_id` and `id` of subjects whose workflow has something to do, in case Temporal
   * lost it; `:now` is the time. A follow-up needs none, unless its subject is on record before it.
   */
  unfinished?: string
}

export const defineWorkflow = <const Definition extends WorkflowDefinition>(
  definition: Definition,
): Definition => definition

/** The turn of what is neither waited for by a user nor work on many records. */
export const ORDINARY_TURN = 2

/** The turn of what a user waits for. */
export const URGENT_TURN = 1

/** What waits is handed over in turns: 1 is what a user waits for, 3 is work on many records. */
export const turnOf = ({ interactive, taskQueue }: WorkflowDefinition): 1 | 2 | 3 =>
  interactive ? URGENT_TURN : taskQueue === 'bulk' || taskQueue === 'knowledge' ? 3 : ORDINARY_TURN

/** The one input of a workflow about a subject: ids only. */
export interface SubjectInput {
  tenantId: string
  subjectId: string
}

/** A pure function of the subject, so that handing over twice does nothing. */
export const workflowIdFor = (
  { idPrefix }: Pick<WorkflowDefinition, 'idPrefix'>,
  { tenantId, subjectId }: SubjectInput,
): string => `${idPrefix}/${tenantId}/${subjectId}`

/**
 * The payload of an outbox row of kind `workflow`. `start` begins it; `wake` signals that the
 * subject changed, and begins it when it is not running.
 */
export interface WorkflowMessage {
  action: 'start' | 'wake'
  /** A user waits for this one, though not for others of its kind: it goes before them. */
  urgent?: true
}
