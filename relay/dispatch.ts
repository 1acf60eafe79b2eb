import {
  workflowIdFor,
  type StartedTogether,
  type SubjectInput,
  type WorkflowDefinition,
  type WorkflowMessage,
} from '#platform/core/workflow-kinds/workflows.ts'
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client'
import type { NextStep } from '#messaging/follow-ups/plan-steps.ts'
import { FOLLOW_UPS } from '#registry/follow-ups.ts'
import { searchAttributes } from '../providers/temporal/index.ts'
import { WAKE_SIGNAL } from '../workflows/signals.ts'
import type { FollowUpInput } from '../workflows/steps.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { FIRST_PRIORITY, priorityOf, taskQueueOf } from '../workflows/task-queues.ts'

/** A message to a workflow about a subject. */
export interface Dispatch extends SubjectInput, WorkflowMessage {
  workflow: WorkflowDefinition
  /** The child whom the subject concerns, if any. */
  childId: string | null
  /** Subjects that are started together with this one. */
  others?: readonly string[]
  /** The first step of a follow-up that is planned and has no workflow yet. */
  first?: FirstStep | undefined
}

/** A planned step, and how long its workflow need not run. */
interface FirstStep {
  next: NextStep
  delayMs: number
}

/** The maximum time for handing over one message to Temporal, including retries, in milliseconds. */
const DEADLINE_MS = 10_000

/** Hands one message to Temporal. Ids are derived from the subject, so repeating it has no effect. */
export const dispatch = (client: Client, message: Dispatch): Promise<void> =>
  client.withDeadline(Date.now() + DEADLINE_MS, () => send(client, message))

const send = async (client: Client, message: Dispatch): Promise<void> => {
  const isWake = message.action === 'wake'
  if (isWake && !message.first) return wake(client, message)
  const [next, ...others] = message.others ?? []
  try {
    await client.workflow.start(message.workflow.name, {
      ...startOptions(message),
      workflowIdReusePolicy: isWake ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: isWake || next ? 'FAIL' : 'USE_EXISTING',
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    if (isWake) await wake(client, { ...message, first: undefined })
    // The existing workflow may have been started without the others.
    else if (next) await send(client, { ...message, subjectId: next, others })
  }
}

/** A signal with start also ends the delay of a workflow that waits for its first step, unlike a plain signal. */
const wake = async (client: Client, message: Dispatch): Promise<void> => {
  await client.workflow.signalWithStart(message.workflow.name, {
    ...startOptions(message),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal: WAKE_SIGNAL,
  })
}

/** The same options for every kind, so that each workflow can be found and read in the Temporal UI. */
const startOptions = (message: Dispatch) => {
  const { workflow, tenantId, subjectId, childId, urgent, others = [], first } = message
  const { name, subjectType } = workflow
  const firstStep = first?.next.step ?? workflow.firstStep
  const dueAt = first?.next.dueAt
  const subjects = others.length > 0 ? `${subjectId} and ${others.length} more` : subjectId
  return {
    taskQueue: taskQueueOf(workflow),
    workflowId: workflowIdFor(workflow, { tenantId, subjectId }),
    args: [
      {
        tenantId,
        subjectId,
        ...(workflow.together && { others }),
        ...(first && { first: first.next }),
      },
    ] as [StartedTogether | FollowUpInput],
    // Without a workflow task and a timer until then, which would be most of what a follow-up costs.
    ...(first && first.delayMs > 0 && { startDelay: first.delayMs }),
    // Work that a person waits for has priority, and organizations share the rest fairly (docs/decisions/0059).
    priority: {
      fairnessKey: tenantId,
      priorityKey: urgent ? FIRST_PRIORITY : priorityOf(workflow),
    },
    staticSummary: readable(`${name} of ${subjectId}`),
    staticDetails: readable(
      `Tenant ${tenantId}, ${subjectType} ${subjects}. Its first step is ${firstStep}${dueAt ? `, due at ${dueAt}` : ''}. ${whereToRead(message)}`,
    ),
    typedSearchAttributes: [
      { key: searchAttributes.tenantId, value: tenantId },
      { key: searchAttributes.subjectType, value: subjectType },
      { key: searchAttributes.subjectId, value: subjectId },
      ...(childId ? [{ key: searchAttributes.childId, value: childId }] : []),
      { key: searchAttributes.kind, value: name },
      { key: searchAttributes.waitingOn, value: firstStep },
      ...(dueAt ? [{ key: searchAttributes.nextStepAt, value: new Date(dueAt) }] : []),
    ],
  }
}

/** The page that describes the subject, available even when Temporal is down. */
const whereToRead = ({ workflow, tenantId, subjectId }: Dispatch): string => {
  if (workflow.name in FOLLOW_UPS)
    return `See past and future steps at GET /v1/follow-ups?subjectId=${subjectId}; steps can be skipped or run now`
  if (subjectId === tenantId) return 'It acts for the whole centre.'
  return `See who changed it at GET /v1/audit-entries?subjectId=${subjectId}`
}
