import { z } from 'zod'
import { roleName } from '#staff/users/schemas.ts'
import { memberName, nextNode, parameters, template } from './members.ts'
import { common, doing } from './node-members.ts'

export const action = z
  .strictObject({
    type: z
      .literal('ACTION')
      .meta({ description: 'Runs an action of the catalog.', example: 'ACTION' }),
    ...common,
    action: memberName.meta({
      description: 'Name of the action in the catalog.',
      example: 'message_guardians',
    }),
    parameters,
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentActionNode' })

export const notify = z
  .strictObject({
    type: z
      .literal('NOTIFY')
      .meta({ description: 'Notifies people of the centre with a task.', example: 'NOTIFY' }),
    ...common,
    to: z.union([z.literal('STARTER'), roleName]).meta({
      description: 'Role that gets the task, or the user for whom the run acts.',
      example: 'STARTER',
    }),
    text: template(2_000),
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentNotifyNode' })

export const end = z
  .strictObject({
    type: z.literal('END').meta({ description: 'Ends the run.', example: 'END' }),
    ...common,
    status: z.enum(['SUCCEEDED', 'FAILED']).default('SUCCEEDED').meta({
      description: 'How the run ends.',
      example: 'SUCCEEDED',
    }),
    message: template(500).nullable().default(null),
  })
  .meta({ id: 'AgentEndNode' })
