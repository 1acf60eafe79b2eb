import { CreateTask } from '#messaging/tasks/schemas.ts'
import { createTask as createTaskRecord } from '#messaging/tasks/create-task.ts'
import { defineAction, done } from '../action.ts'

export const createTask = defineAction({
  name: 'create_task',
  title: 'Create a task',
  description: 'For somebody of the centre by name, or for a role.',
  parameters: CreateTask,
  needs: ['tasks:write', 'tasks:read', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters, { runId, madeFrom }) => {
    const { id } = await createTaskRecord(tx, { ...parameters, runId, madeFrom })
    return done('task created', { type: 'task', id })
  },
})
