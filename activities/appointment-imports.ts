import { carryOutImport } from '../domain/appointment-imports/carry-out-import.ts'
import type { SubjectInput } from '../domain/core/workflows.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'
import { withPulse } from './pulse.ts'

/** The rows of imports. */
export const appointmentImportActivities = ({ platform }: ActivityDeps) => ({
  carryOutImport: ({ tenantId, subjectId: id }: SubjectInput): Promise<{ left: boolean }> =>
    withPulse((signal) => carryOutImport(workflowContext(platform, tenantId), { id, signal })),
})
