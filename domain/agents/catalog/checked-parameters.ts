import type { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'

/** Returns the validated parameters with defaults, or throws all errors. */
export const checkedParameters = <Schema extends z.ZodType>(
  schema: Schema,
  parameters: unknown,
): z.output<Schema> => {
  const parsed = parseInput(schema, parameters)
  if ('data' in parsed) return parsed.data
  const issues = parsed.issues.map(({ path, ...issue }) => ({
    ...issue,
    path: ['parameters', path].filter((it) => it !== '').join('.'),
  }))
  const [{ path, message }] = issues as [(typeof issues)[number]]
  throw new DomainError('validation_failed', `${path}: ${message}.`, { issues })
}
