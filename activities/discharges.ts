import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { carryOutDischarge, type DischargeRound } from '#records/discharges/carry-out-discharge.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'
import { cancellationSignal } from '@temporalio/activity'

/** The items of discharges. */
export const dischargeActivities = ({ platform }: ActivityDeps) => ({
  carryOutDischarge: ({ tenantId, subjectId: id }: SubjectInput): Promise<DischargeRound> =>
    carryOutDischarge(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
})
