import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentRun } from '../agent-runs/schemas.ts'
import { Recommendation } from '../recommendations/schemas.ts'
import { RULE_NAMES } from '../recommendations/rules.ts'

const CareCoordinatorRule = z
  .strictObject({
    rule: growing(z.enum(RULE_NAMES)).meta({
      description: 'Name of the rule.',
      example: 'NOTE_MISSING',
    }),
    title: z.string().meta({
      description: 'Situation that the rule finds.',
      example: 'A session has no signed note',
    }),
    weight: z.int().meta({ description: 'Weight of the rule in the ranking.', example: 50 }),
    considered: z.boolean().meta({
      description: 'Whether the caller is allowed to read the records that the rule uses.',
      example: true,
    }),
  })
  .meta({ id: 'CareCoordinatorRule' })

export const CareCoordinator = resourceSchema('CareCoordinator', {
  status: growing(z.enum(['ACTIVE', 'OFF'])).meta({
    description:
      'Whether agents are switched on. OFF: agents are switched off (`agents` in `/v1/organization`), and nothing is recommended.',
  }),
  computedAt: z.iso.datetime().meta({
    description: 'When the records were read, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  rules: z.array(CareCoordinatorRule).meta({ description: 'Rules of the care coordinator.' }),
  nextActions: z.array(Recommendation).meta({
    description: 'At most 20 recommendations. GET /v1/ai/recommendations returns all of them.',
  }),
  latestRuns: z.array(AgentRun).meta({
    description: 'The latest 5 agent runs; empty for callers who are not allowed to read runs.',
  }),
})
export type CareCoordinator = z.infer<typeof CareCoordinator>
