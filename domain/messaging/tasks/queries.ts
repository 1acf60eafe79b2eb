import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { ANY_RECORD, idOf, naming } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { Assignee } from '../follow-ups/schemas.ts'
import { ME, namesOf } from './names-of.ts'
import { TASK_SOURCES, TASK_STATUSES } from './rules.ts'
import { toTask } from './schemas.ts'

export const TaskQuery = listQuery('task', ['-createdAt', 'createdAt'], {
  status: anyOf(TASK_STATUSES, 'Returns only tasks with this status.'),
  assigneeId: z
    .union([z.literal(ME), Assignee])
    .optional()
    .meta({
      description:
        'Returns only tasks assigned to this user, provider or API key; `me` returns your own.',
    }),
  role: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Returns only tasks assigned to this role.' }),
  subjectId: naming(ANY_RECORD, z.string().max(64))
    .optional()
    .meta({ description: 'Returns only tasks about this record.' }),
  childId: idOf('child').optional(),
  source: anyOf(TASK_SOURCES, 'Returns only tasks created by this user, API key or agent run.'),
  runId: idOf('agentRun')
    .optional()
    .meta({ description: 'Returns only tasks created by this agent run.' }),
  ...instantRange('dueAt'),
})
export type TaskQuery = z.infer<typeof TaskQuery>

const tasks = recordQueries({
  permission: 'tasks:read',
  name: 'task',
  find: ({ db }, selection: Selection<Prisma.TaskWhereInput>) => db.task.findMany(selection),
  show: each(toTask),
})

export const loadTask = tasks.load
export const getTask = tasks.get
export const listTasks = tasks.list(({ assigneeId, ...query }: TaskQuery, { actor }) => ({
  ...given(query, 'status', 'role', 'subjectId', 'childId', 'source', 'runId'),
  ...(assigneeId && { assigneeId: { in: assigneeId === ME ? namesOf(actor) : [assigneeId] } }),
  ...((query['dueAt[gte]'] ?? query['dueAt[lt]']) && { dueAt: within(query, 'dueAt') }),
}))
