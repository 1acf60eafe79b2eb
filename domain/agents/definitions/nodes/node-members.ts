import { z } from 'zod'
import { line } from '#platform/core/records/record.ts'
import { nodeId } from './members.ts'

const HOURS_OF_A_YEAR = 8_784

/** Members of every node. */
export const common = {
  id: nodeId,
  label: line(100)
    .nullable()
    .default(null)
    .meta({ description: 'Name that is shown instead of the ID.', example: 'Who is due' }),
}

/** Members of nodes whose effects can fail. */
export const doing = {
  onError: z
    .union([
      z.enum(['FAIL', 'CONTINUE']),
      z.strictObject({ node: nodeId.meta({ description: 'Next node.' }) }),
    ])
    .default('FAIL')
    .meta({
      description:
        'What happens when the node has finally failed: FAIL ends the run, CONTINUE goes to `next`, and `{"node": "…"}` goes to another node.',
      example: 'FAIL',
    }),
  retry: z.enum(['NONE', 'STANDARD', 'PATIENT']).default('STANDARD').meta({
    description:
      'How long to retry while the platform or another service is unavailable: not at all, for minutes, or for a day.',
    example: 'STANDARD',
  }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(600)
    .default(60)
    .meta({ description: 'Time limit of one attempt in seconds.', example: 60 }),
}

/** A waiting time in hours. */
export const hours = z.int().min(1).max(HOURS_OF_A_YEAR)
