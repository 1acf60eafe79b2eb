import type { SubjectInput } from '#platform/core/workflows.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { planSteps, type NextStep } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

interface OfKind {
  kind: FollowUpName
}

/** The steps of follow-ups of every kind. */
export const followUpActivities = ({ platform }: ActivityDeps) => {
  const plan = ({ tenantId, subjectId, kind }: SubjectInput & OfKind) =>
    planSteps(workflowContext(platform, tenantId), { kind, subjectId })

  const run = async (input: SubjectInput & NextStep & OfKind): Promise<void> => {
    const { tenantId, subjectId, kind, step, dueAt } = input
    const ctx = workflowContext(platform, tenantId)
    await runStep(ctx, { kind, subjectId, step, dueAt: new Date(dueAt) })
  }

  return {
    planSteps: plan,
    runStep: run,
    // As running appointmentLifecycle workflows call them.
    planAppointment: (input: SubjectInput) => plan({ ...input, kind: 'appointmentLifecycle' }),
    runAppointmentStep: (input: SubjectInput & NextStep) =>
      run({ ...input, kind: 'appointmentLifecycle' }),
  }
}
