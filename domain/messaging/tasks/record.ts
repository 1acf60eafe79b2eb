import type { Prisma, Task as TaskModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadTask } from './queries.ts'
import { toTask, type Task } from './schemas.ts'

/** How a task is loaded, written and shown by the verbs that change it. */
export const taskRecord: RecordKind<TaskModel, Prisma.TaskUncheckedUpdateInput, Task> = {
  type: 'task',
  table: 'tasks',
  permission: 'tasks:write',
  load: loadTask,
  update: (tx, id, data) => tx.db.task.update({ where: keyOf(tx, id), data }),
  show: toTask,
}
