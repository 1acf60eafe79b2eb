import type { z } from 'zod'
import { invalidMembers } from '#platform/core/errors/errors.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'

/** Returns the validated parameters with defaults, or throws all errors. */
export const checkedParameters = <Schema extends z.ZodType>(
  schema: Schema,
  parameters: unknown,
): z.output<Schema> => {
  const parsed = parseInput(schema, parameters)
  if ('data' in parsed) return parsed.data
  throw invalidMembers(
    parsed.issues.map(({ path, ...issue }) => ({
      ...issue,
      path: ['parameters', path].filter((it) => it !== '').join('.'),
    })),
  )
}
