import { cancellationSignal } from '@temporalio/activity'
import {
  carryOutImport,
  type CarriedOut,
} from '#scheduling/appointment-imports/carry-out-import.ts'
import { readImport } from '#scheduling/appointment-imports/read-import.ts'
import type { SubjectInput } from '#platform/core/workflows.ts'
import { runParser } from '../providers/parsing/index.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** The rows of imports. */
export const appointmentImportActivities = ({ platform }: ActivityDeps) => ({
  carryOutImport: ({ tenantId, subjectId: id }: SubjectInput): Promise<CarriedOut> =>
    carryOutImport(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
  /** On the parsers' queue. */
  readImport: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    readImport(
      workflowContext(platform, tenantId),
      { id, signal: cancellationSignal() },
      runParser,
    ),
})
