import { cancellationSignal } from '@temporalio/activity'
import {
  carryOutImport,
  type CarriedOut,
} from '#scheduling/appointment-imports/carry-out-import.ts'
import { readImport } from '#scheduling/appointment-imports/read-import.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { runParser, type ReadTurn } from '../providers/parsing/index.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'

/** The rows of imports. */
export const appointmentImportActivities = ({ platform }: ActivityDeps) => ({
  carryOutImport: ({ tenantId, subjectId: id }: SubjectInput): Promise<CarriedOut> =>
    carryOutImport(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
  /** Runs on the queue for parsers. */
  readImport: (input: SubjectInput) => readIn(platform, input, 'short'),
  /** Runs on the queue for slow files. */
  readSlowImport: (input: SubjectInput) => readIn(platform, input, 'long'),
})

const readIn = (
  platform: ActivityDeps['platform'],
  { tenantId, subjectId: id }: SubjectInput,
  turn: ReadTurn,
): Promise<'read' | 'slow'> =>
  readImport(
    workflowContext(platform, tenantId),
    { id, turn, signal: cancellationSignal() },
    runParser,
  )
