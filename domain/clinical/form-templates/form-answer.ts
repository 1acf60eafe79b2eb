import { z } from 'zod'
import { line, prose } from '#platform/core/records/record.ts'

/** An answer as JSON, as it is sent and stored. */
export const FormAnswer = z
  .union([prose(10_000), z.number(), z.boolean(), z.array(line(200)).max(50)], {
    error: 'must be text, a number, true, false or a list of options',
  })
  .meta({
    id: 'FormAnswer',
    description:
      'Answer to a question: text, a number, true or false, or the values of the selected options.',
  })
