import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { named } from '#platform/core/context/registry.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import { REASONS_THAT_NEED_ACTION } from '../messages/rules.ts'
import type { Outcome } from './follow-up-kind.ts'
import type { FollowUpName } from './names.ts'
import type { PlannedStep, RecordedStep, Revision } from './plan.ts'

/** A follow-up during a verb: locked, with all its steps. */
export interface FollowUpRecord {
  id: string
  status: string
  waitingOn: string | null
  nextStepAt: Date | null
  /** When a person cancelled it. */
  cancelledAt: Date | null
  /** When a person resumed it afterwards. */
  resumedAt: Date | null
  /** Whether processing of its child's data is restricted. */
  restricted: boolean
  steps: RecordedStep[]
}

/** The values that identify a subject's workflow. */
export interface FollowUpKey {
  kind: FollowUpName
  subjectId: string
}

export const workflowOf = ({ platform, tenantId }: Reader, { kind, subjectId }: FollowUpKey) => {
  const workflow = named(platform.registry.workflows, kind)
  return {
    subjectType: workflow.subjectType,
    workflowId: workflowIdFor(workflow, { tenantId, subjectId }),
  }
}

/** Locks the follow-up of a subject until the transaction ends. Creates it if it does not exist. */
export const openFollowUp = async (
  tx: Transaction,
  { kind, subjectId }: FollowUpKey,
): Promise<FollowUpRecord> => {
  const { subjectType, workflowId } = workflowOf(tx, { kind, subjectId })
  const [, [record], steps] = await Promise.all([
    tx.insert(
      'follow_ups',
      {
        ...freshRecord(tx, newId('followUp')),
        kind,
        subjectType,
        subjectId,
        workflowId,
        status: 'ACTIVE',
      },
      'ON CONFLICT (tenant_id, workflow_id) DO NOTHING',
    ),
    tx.sql<Omit<FollowUpRecord, 'steps'>>(LOCK, [tx.tenantId, workflowId, subjectId]),
    tx.sql<RecordedStep>(STEPS, [tx.tenantId, workflowId, REASONS_THAT_NEED_ACTION]),
  ])
  return { ...record!, steps }
}

/** What the plan of a follow-up depends on. A follow-up that does not exist has no steps. */
export const findFollowUp = async (
  tx: Reader,
  { kind, subjectId }: FollowUpKey,
): Promise<Pick<FollowUpRecord, 'cancelledAt' | 'resumedAt' | 'steps'>> => {
  const { workflowId } = workflowOf(tx, { kind, subjectId })
  const [[found], steps] = await Promise.all([
    tx.sql<Pick<FollowUpRecord, 'cancelledAt' | 'resumedAt'>>(FIND, [tx.tenantId, workflowId]),
    tx.sql<RecordedStep>(STEPS, [tx.tenantId, workflowId, REASONS_THAT_NEED_ACTION]),
  ])
  return { cancelledAt: null, resumedAt: null, ...found, steps }
}

/** Writes a revision of the steps. `cancelReason` explains the cancelled ones. */
export const writeRevision = async (
  tx: Transaction,
  followUpId: string,
  { keep, put, describe, cancel }: Revision,
  cancelReason: string,
): Promise<void> => {
  const sent: Promise<unknown>[] = []
  for (const { step, as } of keep) {
    sent.push(tx.sql(RENAME, [tx.tenantId, followUpId, step, as]))
    sent.push(tx.sql(RENAME_IN_MESSAGES, [tx.tenantId, followUpId, step, as]))
  }
  if (put.length > 0) {
    const steps = put.map((step) => ({ followUpId, ...step }))
    sent.push(tx.sql(PUT, stepColumns(tx, steps)))
  }
  for (const { step, description = null } of describe)
    sent.push(tx.sql(DESCRIBE, [tx.tenantId, followUpId, step, description]))
  if (cancel.length > 0) sent.push(cancelSteps(tx, followUpId, cancel, cancelReason))
  await Promise.all(sent)
}

/** Marks steps that will no longer happen. */
export const cancelSteps = (
  tx: Transaction,
  followUpId: string,
  steps: readonly string[],
  cancelReason: string,
): Promise<unknown> => tx.sql(CANCEL, [tx.tenantId, followUpId, steps, tx.now, cancelReason])

/** Records why pending steps wait, and clears the reason for steps that do not. */
export const noteWaiting = async (
  tx: Transaction,
  { id, steps }: FollowUpRecord,
  waiting: readonly string[],
  cancelReason: string,
): Promise<void> => {
  const noted = steps.some(({ status, outcome }) => status === 'SCHEDULED' && outcome)
  if (waiting.length > 0 || noted)
    await tx.sql(NOTE_WAITING, [tx.tenantId, id, waiting, cancelReason])
}

/** Records that the steps and their undelivered messages no longer need attention. */
export const settleAction = async (
  tx: Transaction,
  followUpId: string,
  steps: readonly string[],
): Promise<void> => {
  if (steps.length === 0) return
  await Promise.all([
    tx.sql(SETTLE_STEPS, [tx.tenantId, followUpId, steps]),
    tx.sql(SETTLE_MESSAGES, [tx.tenantId, followUpId, steps, REASONS_THAT_NEED_ACTION, tx.now]),
  ])
}

export type FollowUpState = Pick<FollowUpRecord, 'waitingOn' | 'nextStepAt'> & {
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
}

/** Writes the follow-up's state if it changed. */
export const writeState = async (
  tx: Transaction,
  before: FollowUpRecord,
  after: FollowUpState,
): Promise<void> => {
  tx.changed({ type: 'followUp', id: before.id }, stateOf(before), stateOf(after))
  if (JSON.stringify(stateOf(before)) === JSON.stringify(stateOf(after))) return
  await tx.sql(STATE, [
    tx.tenantId,
    before.id,
    after.status,
    after.waitingOn,
    after.nextStepAt,
    tx.now,
  ])
}

export const stateOf = ({
  status,
  waitingOn,
  nextStepAt,
}: Omit<FollowUpState, 'status'> & { status: string }) => ({
  status,
  waitingOn,
  nextStepAt,
})

/** Records that a step has happened, or that it will not. */
export const settleStep = async (
  tx: Transaction,
  followUpId: string,
  { step, status, outcome, actionRequired }: Outcome & { step: string },
): Promise<void> => {
  await tx.sql(SETTLE, [
    tx.tenantId,
    followUpId,
    step,
    status,
    tx.now,
    outcome,
    actionRequired ?? null,
  ])
}

const FIND = `
  SELECT cancelled_at AS "cancelledAt", resumed_at AS "resumedAt" FROM follow_ups
  WHERE tenant_id = $1 AND workflow_id = $2`

/** Whether the data of a subject’s child must not be processed. */
export const isRestricted = (subjectId: string) => `EXISTS (
  SELECT FROM processing_restrictions r
  WHERE r.tenant_id = $1 AND r.lifted_at IS NULL AND r.person_id = therapy.child_of(${subjectId}))`

const LOCK = `
  SELECT id, status, waiting_on AS "waitingOn", next_step_at AS "nextStepAt",
         cancelled_at AS "cancelledAt", resumed_at AS "resumedAt", ${isRestricted('$3')} AS restricted
  FROM follow_ups WHERE tenant_id = $1 AND workflow_id = $2 FOR UPDATE`

const STEPS = `
  SELECT s.step, s.due_at AS "dueAt", s.status, s.run_now_at AS "runNowAt", s.action_required AS "actionRequired",
         s.outcome, s.description, EXISTS (
           SELECT FROM messages m
           WHERE m.tenant_id = s.tenant_id AND m.follow_up_id = s.follow_up_id AND m.step = s.step
             AND m.reason = ANY ($3) AND m.action_settled_at IS NULL) AS unreached,
         COALESCE(s.due_at >= t.suspended_at AND s.due_at < t.resumed_at, false) AS "dueWhileSuspended"
  FROM follow_up_steps s JOIN follow_ups f ON f.tenant_id = s.tenant_id AND f.id = s.follow_up_id
    LEFT JOIN tenants t ON t.tenant_id = s.tenant_id
  WHERE f.tenant_id = $1 AND f.workflow_id = $2`

const RENAME = `
  UPDATE follow_up_steps SET step = $4 WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

const RENAME_IN_MESSAGES = `
  UPDATE messages SET step = $4 WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

/** Clears the attention and the acknowledgement of a step that happens again. */
export const UNSEEN = `
  acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, acknowledgment_note = NULL,
  assignee_id = NULL, assigned_at = NULL, assigned_by = NULL, assignment_note = NULL`

/** The values of {@link INSERT_STEPS}. */
export const stepColumns = (
  { tenantId, now }: Transaction,
  steps: readonly (PlannedStep & { followUpId: string })[],
): unknown[] => [
  tenantId,
  now,
  steps.map(({ followUpId }) => followUpId),
  steps.map(({ step }) => step),
  steps.map(({ dueAt }) => dueAt),
  steps.map(({ skipped }) => skipped ?? null),
  steps.map(({ originallyDueAt }) => originallyDueAt ?? null),
  steps.map(({ description }) => description ?? null),
]

/** Inserts planned steps; a join or a conflict clause may follow. */
export const INSERT_STEPS = `
  INSERT INTO follow_up_steps (tenant_id, follow_up_id, step, due_at, status, happened_at, outcome, originally_due_at,
    description)
  SELECT $1, p.follow_up_id, p.step, p.due_at,
         CASE WHEN p.skipped IS NULL THEN 'SCHEDULED' ELSE 'SKIPPED' END,
         CASE WHEN p.skipped IS NOT NULL THEN $2::timestamptz END, p.skipped, p.originally_due_at, p.description
  FROM unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::timestamptz[], $8::text[])
    AS p(follow_up_id, step, due_at, skipped, originally_due_at, description)`

const PUT = `${INSERT_STEPS}
  ON CONFLICT (tenant_id, follow_up_id, step) DO UPDATE
  SET due_at = excluded.due_at, status = excluded.status, happened_at = excluded.happened_at,
      outcome = excluded.outcome, originally_due_at = excluded.originally_due_at, description = excluded.description, run_now_at = NULL, action_required = NULL, ${UNSEEN}`

const DESCRIBE = `
  UPDATE follow_up_steps SET description = $4 WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

const CANCEL = `
  UPDATE follow_up_steps SET status = 'CANCELLED', happened_at = $4, outcome = $5
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = ANY ($3) AND status = 'SCHEDULED'`

const NOTE_WAITING = `
  UPDATE follow_up_steps SET outcome = CASE WHEN step = ANY ($3) THEN $4 END
  WHERE tenant_id = $1 AND follow_up_id = $2 AND status = 'SCHEDULED'
    AND outcome IS DISTINCT FROM CASE WHEN step = ANY ($3) THEN $4 END`

const SETTLE_STEPS = `
  UPDATE follow_up_steps SET action_required = NULL
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = ANY ($3)`

const SETTLE_MESSAGES = `
  UPDATE messages SET action_settled_at = $5
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = ANY ($3) AND reason = ANY ($4)
    AND action_settled_at IS NULL`

const SETTLE = `
  UPDATE follow_up_steps SET status = $4, happened_at = $5, outcome = $6, action_required = $7
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3 AND status = 'SCHEDULED'`

const STATE = `
  UPDATE follow_ups SET status = $3, waiting_on = $4, next_step_at = $5, updated_at = $6, version = version + 1
  WHERE tenant_id = $1 AND id = $2`
