import type { Entity } from '../records/ids.ts'

/**
 * A workflow about one subject, which writes start or wake. It is declared beside its subject. The domain only
 * names it; the relay alone calls Temporal (relay/).
 */
export interface WorkflowDefinition {
  /** Its type in Temporal, which workflows/index.ts exports. */
  name: string
  subjectType: Entity
  /** The prefix of its Temporal id. */
  idPrefix: string
  /** What operators see it wait for when it starts; workflows/progress.ts shows later steps. */
  firstStep: string
  /**
   * `bulk` has few slots, for work on many records. `couriers` delivers webhooks, `knowledge` processes
   * documents, and `agents` executes runs.
   */
  taskQueue?: 'agents' | 'bulk' | 'couriers' | 'knowledge'
  /**
   * Set if a user waits for the result. Its tasks then come before those of other workflows in its queue
   * (docs/decisions/0059).
   */
  interactive?: true
  /**
   * Set if the work is so short that one workflow can do that of several subjects: starts of a centre that come
   * in quick succession are handed over together, as the workflow of the first subject (`StartedTogether`).
   */
  together?: true
  /**
   * SQL that returns `tenant_id` and `id` of subjects with pending work, for the case that Temporal lost the
   * workflow; `:now` is the time. A follow-up needs none, unless its subject is recorded first.
   */
  unfinished?: string
}

export const defineWorkflow = <const Definition extends WorkflowDefinition>(
  definition: Definition,
): Definition => definition

/** The priority of ordinary work. */
export const ORDINARY_TURN = 2

/** The priority of work for which a user waits. */
export const URGENT_TURN = 1

/** Priorities for handing over: 1 is interactive work, 3 is bulk work. */
export const turnOf = ({ interactive, taskQueue }: WorkflowDefinition): 1 | 2 | 3 =>
  interactive ? URGENT_TURN : taskQueue === 'bulk' || taskQueue === 'knowledge' ? 3 : ORDINARY_TURN

/** The only input of a subject's workflow: ids. */
export interface SubjectInput {
  tenantId: string
  subjectId: string
}

/** The input of a workflow that is started together with others of its kind. */
export interface StartedTogether extends SubjectInput {
  /** The other subjects. They get a workflow of their own only if their work goes on. */
  others?: readonly string[]
}

/** The workflow's id. It depends only on the subject, so a repeated hand-over has no effect. */
export const workflowIdFor = (
  { idPrefix }: Pick<WorkflowDefinition, 'idPrefix'>,
  { tenantId, subjectId }: SubjectInput,
): string => `${idPrefix}/${tenantId}/${subjectId}`

/**
 * The payload of an outbox row of kind `workflow`. `start` starts the workflow. `wake` signals a change, and
 * starts the workflow if it is not running.
 */
export interface WorkflowMessage {
  action: 'start' | 'wake'
  /** Set if a user waits for this message, although users do not wait for others of its kind. */
  urgent?: true
}
