import type { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'

/** Returns a validated answer, or throws `validation_failed` with all errors. */
export const parseAnswer = <Answer extends z.ZodType>(
  schema: Answer,
  input: unknown,
): z.output<Answer> => {
  const parsed = parseInput(schema, input)
  if ('data' in parsed) return parsed.data
  const { issues } = parsed
  const [{ path, message }] = issues
  throw new DomainError('validation_failed', `${path}: ${message}`, { issues })
}
