import { CreateTask, MOST_NOTES, MOST_TITLE } from '#messaging/tasks/schemas.ts'
import { createTask as createTaskRecord } from '#messaging/tasks/create-task.ts'
import { defineAction, done } from '../action.ts'
import { withoutLinks } from './without-links.ts'

export const createTask = defineAction({
  name: 'create_task',
  title: 'Create a task',
  description:
    'Creates a task for a person or a role. Addresses in its texts are changed so that they do not become links.',
  parameters: CreateTask,
  needs: ['tasks:write', 'tasks:read', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters, { runId, madeFrom }) => {
    const { title, notes } = parameters
    const { id } = await createTaskRecord(tx, {
      ...parameters,
      title: withoutLinks(title).slice(0, MOST_TITLE),
      notes: notes === null ? null : withoutLinks(notes).slice(0, MOST_NOTES),
      runId,
      madeFrom,
    })
    return done('task created', { type: 'task', id })
  },
})
