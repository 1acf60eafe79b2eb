import type { Task as TaskModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import { announceAssignment } from './announce-assignment.ts'
import { assertAssignment } from './assert-assignment.ts'
import { taskEvents, taskFacts } from './events.ts'
import { toTask, type CreateTask, type Task } from './schemas.ts'
import { subjectOfTask } from './subject-of-task.ts'

interface Making {
  /** The agent run that requested the task. */
  runId?: string | null
  /** Permissions required to read the sources of generated texts. Texts that people type have no such sources. */
  madeFrom?: readonly Permission[]
}

/** Creates a task. */
export const createTask = (
  ctx: Context,
  { runId = null, madeFrom = [], ...input }: CreateTask & Making,
): Promise<Task> =>
  transact(ctx, 'tasks:write', async (tx) => {
    const { title, notes, assigneeId, role, dueAt } = input
    await assertAssignment(tx, { assigneeId, role })
    const row: TaskModel = await tx.db.task.create({
      data: {
        ...freshRecord(tx, newId('task')),
        title,
        notes,
        assigneeId,
        role,
        dueAt,
        ...(await subjectOfTask(tx, input)),
        source: runId === null ? 'PERSON' : 'AGENT_RUN',
        runId,
        readingNeeds: madeFrom.length > 0 || runId !== null ? needsOf(madeFrom, input) : [],
        createdBy: tx.actor.id,
      },
    })
    const subject = { type: 'task', id: row.id } as const
    tx.created(subject, row)
    tx.emit(taskEvents['task.created'], subject, taskFacts(row))
    await announceAssignment(tx, row)
    return toTask(row, tx)
  })

const needsOf = (madeFrom: readonly Permission[], { title, notes }: CreateTask): Permission[] => [
  ...new Set([...madeFrom, ...needsOfPersonsIn([title, notes])]),
]
