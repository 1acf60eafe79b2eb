import { z } from 'zod'
import type { Task } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  taskId: idOf('task'),
  childId: idOf('child').exactOptional(),
  assigneeId: naming(ANY_RECORD, z.string()).nullable().meta({
    description: 'ID of the assignee: a user, a provider or an API key; null if there is none.',
  }),
  role: z
    .string()
    .nullable()
    .meta({ description: 'Role to which the task is assigned; null if there is none.' }),
})
const example = {
  taskId: exampleId('task'),
  childId: exampleId('child'),
  assigneeId: exampleId('user'),
  role: null,
}

/** Members that all events about a task have in common. */
export const taskFacts = ({ id, childId, assigneeId, role }: Task) => ({
  taskId: id,
  ...(childId && { childId }),
  assigneeId,
  role,
})

export const taskEvents = defineEvents({
  'task.created': defineEvent({
    description: 'A task was created, by a person or by an agent run.',
    payload,
    example,
  }),
  'task.assigned': defineEvent({
    description: 'A task was assigned to a person or to a role.',
    payload,
    example,
  }),
  'task.done': defineEvent({ description: 'A task was completed.', payload, example }),
})
