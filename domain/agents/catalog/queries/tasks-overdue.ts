import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { moment, span } from './schemas.ts'

const Row = z.strictObject({
  taskId: idOf('task'),
  childId: idOf('child').nullable(),
  assigneeId: z.string().nullable(),
  role: z.string().nullable(),
  dueAt: moment,
})

export const tasksOverdue = defineQuery({
  name: 'tasks_overdue',
  title: 'Overdue tasks',
  description: 'Open tasks that are overdue, longest overdue first.',
  parameters: z.strictObject({
    overdueForHours: span(0, 'Minimum number of hours since the task was due.', 8_784),
  }),
  row: Row,
  needs: ['tasks:read', 'children:read'],
  most: 500,
  read: (reader, { overdueForHours }, take) =>
    reader.sql<OverdueRow>(OVERDUE, [reader.tenantId, reader.now, overdueForHours, take]),
})

interface OverdueRow {
  taskId: string
  childId: string | null
  assigneeId: string | null
  role: string | null
  dueAt: Date
}

const OVERDUE = `
  SELECT t.id AS "taskId", t.child_id AS "childId", t.assignee_id AS "assigneeId", t.role, t.due_at AS "dueAt"
  FROM tasks t
  WHERE t.tenant_id = $1 AND t.status = 'OPEN' AND t.due_at <= $2::timestamptz - make_interval(hours => $3::int)
  ORDER BY t.due_at, t.id LIMIT $4`
