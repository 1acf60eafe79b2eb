import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { removeArchive } from '#privacy/person-exports/expire-person-export.ts'
import { writeArchive } from '#privacy/person-exports/write-archive.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Exports of persons. */
export const personExportActivities = ({ platform }: ActivityDeps) => ({
  writePersonArchive: ({ tenantId, subjectId: id }: SubjectInput): Promise<string | null> =>
    writeArchive(workflowContext(platform, tenantId), { id }),
  removePersonArchive: ({ tenantId, subjectId: id }: SubjectInput): Promise<string | null> =>
    removeArchive(workflowContext(platform, tenantId), { id }),
})
