import { z } from 'zod'
import type { Task } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  taskId: idOf('task'),
  childId: idOf('child').exactOptional(),
  assigneeId: naming(ANY_RECORD, z.string()).nullable().meta({
    description: 'Assignee: a user, a provider or an API key; null for nobody by name.',
  }),
  role: z
    .string()
    .nullable()
    .meta({ description: 'The role whose people are to do it; null where somebody is named.' }),
})
const example = {
  taskId: exampleId('task'),
  childId: exampleId('child'),
  assigneeId: exampleId('user'),
  role: null,
}

/** Common members. */
export const taskFacts = ({ id, childId, assigneeId, role }: Task) => ({
  taskId: id,
  ...(childId && { childId }),
  assigneeId,
  role,
})

export const taskEvents = defineEvents({
  'task.created': defineEvent({
    description: 'A task was made, by a person or by a run of an agent.',
    payload,
    example,
  }),
  'task.assigned': defineEvent({
    description: 'A task was given to somebody, or to a role.',
    payload,
    example,
  }),
  'task.done': defineEvent({ description: 'A task was done.', payload, example }),
})
