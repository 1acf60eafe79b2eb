import { z } from 'zod'

/** What starts a run. */
export const Trigger = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('MANUAL').meta({ description: 'By a call.', example: 'MANUAL' }),
      })
      .meta({ id: 'AgentManualTrigger' }),
  ])
  .meta({
    id: 'AgentTrigger',
    description: 'What starts a run: a call (MANUAL, `POST /v1/agents/{id}/runs`).',
    example: { type: 'MANUAL' },
  })
export type Trigger = z.infer<typeof Trigger>
