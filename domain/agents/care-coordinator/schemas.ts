import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentRun } from '../agent-runs/schemas.ts'
import { Recommendation } from '../recommendations/schemas.ts'
import { RULE_NAMES } from '../recommendations/rules.ts'

const CareCoordinatorRule = z
  .strictObject({
    rule: growing(z.enum(RULE_NAMES)).meta({ description: 'Its name.', example: 'NOTE_MISSING' }),
    title: z.string().meta({
      description: 'What it searches for.',
      example: 'A session has no signed note',
    }),
    weight: z.int().meta({ description: 'Weight in the order.', example: 50 }),
    considered: z.boolean().meta({
      description: 'Whether the caller may read the records it uses.',
      example: true,
    }),
  })
  .meta({ id: 'CareCoordinatorRule' })

export const CareCoordinator = resourceSchema('CareCoordinator', {
  status: growing(z.enum(['ACTIVE', 'OFF'])).meta({
    description:
      'OFF: agents are switched off (`agents` of `/v1/organization`); it proposes nothing.',
  }),
  computedAt: z.iso.datetime().meta({
    description: 'When the records were read.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  rules: z.array(CareCoordinatorRule).meta({ description: 'What it searches for.' }),
  nextActions: z.array(Recommendation).meta({
    description: 'At most 20 recommendations; GET /v1/ai/recommendations returns all.',
  }),
  latestRuns: z.array(AgentRun).meta({
    description: 'The latest 5 runs of agents; empty for callers who may not read runs.',
  }),
})
export type CareCoordinator = z.infer<typeof CareCoordinator>
