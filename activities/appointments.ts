import type { SubjectInput } from '../domain/core/workflows.ts'
import { planAppointment } from '../domain/follow-ups/plan-appointment.ts'
import { runAppointmentStep } from '../domain/follow-ups/run-appointment-step.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** The steps of appointments. */
export const appointmentActivities = ({ platform }: ActivityDeps) => ({
  planAppointment: ({ tenantId, subjectId: id }: SubjectInput) =>
    planAppointment(workflowContext(platform, tenantId), { id }),

  runAppointmentStep: async (
    input: SubjectInput & { step: string; dueAt: string },
  ): Promise<void> => {
    const { tenantId, subjectId: id, step, dueAt } = input
    const ctx = workflowContext(platform, tenantId)
    await runAppointmentStep(ctx, { id, step, dueAt: new Date(dueAt) })
  },
})
