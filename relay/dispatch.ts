import {
  workflowIdFor,
  type StartedTogether,
  type SubjectInput,
  type WorkflowDefinition,
  type WorkflowMessage,
} from '#platform/core/workflow-kinds/workflows.ts'
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client'
import { FOLLOW_UPS } from '#registry/follow-ups.ts'
import { searchAttributes } from '../providers/temporal/index.ts'
import { WAKE_SIGNAL } from '../workflows/signals.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { FIRST_PRIORITY, priorityOf, taskQueueOf } from '../workflows/task-queues.ts'

/** A message to a workflow about a subject. */
export interface Dispatch extends SubjectInput, WorkflowMessage {
  workflow: WorkflowDefinition
  /** The child whom the subject concerns, if any. */
  childId: string | null
  /** Subjects that are started together with this one. */
  others?: readonly string[]
}

/** The maximum time for handing over one message to Temporal, including retries, in milliseconds. */
const DEADLINE_MS = 10_000

/** Hands one message to Temporal. Ids are derived from the subject, so repeating it has no effect. */
export const dispatch = (client: Client, message: Dispatch): Promise<void> =>
  client.withDeadline(Date.now() + DEADLINE_MS, () => send(client, message))

const send = async (client: Client, message: Dispatch): Promise<void> => {
  const { workflow, action } = message
  if (action === 'wake') {
    await client.workflow.signalWithStart(workflow.name, {
      ...startOptions(message),
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      signal: WAKE_SIGNAL,
    })
    return
  }
  const [next, ...others] = message.others ?? []
  try {
    await client.workflow.start(workflow.name, {
      ...startOptions(message),
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: next ? 'FAIL' : 'USE_EXISTING',
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    // The existing workflow may have been started without the others.
    if (next) await send(client, { ...message, subjectId: next, others })
  }
}

/** The same options for every kind, so that each workflow can be found and read in the Temporal UI. */
const startOptions = (message: Dispatch) => {
  const { workflow, tenantId, subjectId, childId, urgent, others = [] } = message
  const { name, subjectType, firstStep } = workflow
  const subjects = others.length > 0 ? `${subjectId} and ${others.length} more` : subjectId
  return {
    taskQueue: taskQueueOf(workflow),
    workflowId: workflowIdFor(workflow, { tenantId, subjectId }),
    args: [{ tenantId, subjectId, ...(workflow.together && { others }) }] as [StartedTogether],
    // Work that a person waits for has priority, and organizations share the rest fairly (docs/decisions/0059).
    priority: {
      fairnessKey: tenantId,
      priorityKey: urgent ? FIRST_PRIORITY : priorityOf(workflow),
    },
    staticSummary: readable(`${name} of ${subjectId}`),
    staticDetails: readable(
      `Tenant ${tenantId}, ${subjectType} ${subjects}. Its first step is ${firstStep}. ${whereToRead(message)}`,
    ),
    typedSearchAttributes: [
      { key: searchAttributes.tenantId, value: tenantId },
      { key: searchAttributes.subjectType, value: subjectType },
      { key: searchAttributes.subjectId, value: subjectId },
      ...(childId ? [{ key: searchAttributes.childId, value: childId }] : []),
      { key: searchAttributes.kind, value: name },
      { key: searchAttributes.waitingOn, value: firstStep },
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
