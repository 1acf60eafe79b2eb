import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An open task. */
export const openTask = defineWaiting({
  kind: 'TASK',
  subject: 'task',
  reads: 'tasks:read',
  actions: [
    { operation: 'completeTask', path: '/v1/tasks/{id}/complete', needs: 'tasks:write' },
    { operation: 'cancelTask', path: '/v1/tasks/{id}/cancel', needs: 'tasks:write' },
    { operation: 'patchTask', path: '/v1/tasks/{id}', method: 'PATCH', needs: 'tasks:write' },
  ],
  rows: {
    from: 'tasks r',
    where: `r.status = 'OPEN'`,
    since: 'r.created_at',
    dueAt: 'r.due_at',
    key: `''`,
    subjectId: 'r.subject_id',
    subjectType: 'r.subject_type',
    title: 'r.title',
    childId: 'r.child_id',
    assigneeId: 'r.assignee_id',
    role: 'r.role',
    // Nobody is told of a task that they made.
    first: 'ARRAY[r.created_by]',
    params: { id: 'r.id' },
    readingNeeds: 'r.reading_needs',
  },
})
