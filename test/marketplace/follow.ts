import type { WorkflowHandle } from '@temporalio/client'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import type { FollowUp, FollowUpStep } from '#messaging/follow-ups/schemas.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import type { FollowingClock } from '../workflows/skipped-time.ts'
import { eventually, type Centre } from '../workflows/support.ts'

interface Where {
  env: TestWorkflowEnvironment
  clock: FollowingClock
  centre: Centre
}

interface Followed {
  /** Like the relay: without planned steps no workflow runs. */
  wake: () => Promise<WorkflowHandle>
  followUp: () => Promise<FollowUp | undefined>
  /** A step after it was done. */
  step: (name: string) => Promise<FollowUpStep | undefined>
  skipTo: (instant: number) => Promise<void>
  /** Waits until the step is next, and then until it is due. */
  reach: (name: string) => Promise<FollowUpStep>
}

/** The follow-up of a record in skipped time. */
export const follow = (
  { env, clock, centre: { ctx, tenantId } }: Where,
  kind: FollowUpName,
  subjectId: string,
): Followed => {
  const input = { tenantId, subjectId }
  const wake = () =>
    env.client.workflow.signalWithStart(kind, {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf(kind, input),
      args: [input],
      signal: WAKE_SIGNAL,
      signalArgs: [],
    })
  const followUp = async () =>
    (await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId })).data[0]
  const step = async (name: string) =>
    (await followUp())?.steps.find((it) => it.step === name && it.status === 'DONE')
  const skipTo = async (instant: number) => {
    await env.sleep(Math.max(instant - (await env.currentTimeMs()), 0) + 10)
    clock.follow(await env.currentTimeMs())
  }
  const reach = async (name: string) => {
    await eventually(async () => (await followUp())?.waitingOn === name)
    await skipTo(Date.parse((await followUp())!.nextStepAt!))
    return eventually(() => step(name))
  }
  return { wake, followUp, step, skipTo, reach }
}
