import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const taskAssigned = defineTemplate('task.assigned', {
  description: 'Sent when a task is assigned, to its assignee.',
  variables: z.strictObject({
    firstName: z.string(),
    taskId: z.string(),
    dueOn: z.string().nullable(),
  }),
  example: { firstName: 'Ana', taskId: exampleId('task'), dueOn: '2026-12-01' },
  paragraphs: ['text', 'task'],
})
