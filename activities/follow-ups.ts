import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { planSteps, type NextStep } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'

interface OfKind {
  kind: FollowUpName
}

/** The steps of follow-ups of every kind. */
export const followUpActivities = ({ platform }: ActivityDeps) => ({
  planSteps: ({ tenantId, subjectId, kind }: SubjectInput & OfKind) =>
    planSteps(workflowContext(platform, tenantId), { kind, subjectId }),

  /** Plans again too: a workflow task and an activity less for each step. */
  runStep: async (input: SubjectInput & NextStep & OfKind) => {
    const { tenantId, subjectId, kind, step, dueAt } = input
    const ctx = workflowContext(platform, tenantId)
    await runStep(ctx, { kind, subjectId, step, dueAt: new Date(dueAt) })
    return planSteps({ ...ctx, action: 'planSteps' }, { kind, subjectId })
  },
})
