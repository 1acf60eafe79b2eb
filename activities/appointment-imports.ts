import { cancellationSignal } from '@temporalio/activity'
import { carryOutImport } from '../domain/appointment-imports/carry-out-import.ts'
import type { SubjectInput } from '../domain/core/workflows.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** The rows of imports. */
export const appointmentImportActivities = ({ platform }: ActivityDeps) => ({
  carryOutImport: ({ tenantId, subjectId: id }: SubjectInput): Promise<{ left: boolean }> =>
    carryOutImport(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
})
