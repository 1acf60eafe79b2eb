import type { z } from 'zod'
import { DomainError } from '#platform/core/errors.ts'
import { issuesOf } from '#platform/core/issue.ts'

/** What somebody sent by a link, by its schema, or `validation_failed` with all that is wrong. */
export const parseAnswer = <Answer extends z.ZodType>(
  schema: Answer,
  input: unknown,
): z.output<Answer> => {
  const answer = schema.safeParse(input)
  if (answer.success) return answer.data
  const issues = answer.error.issues.flatMap((issue) => issuesOf(issue, input))
  const [first] = issues
  throw new DomainError('validation_failed', `${first?.path}: ${first?.message}`, { issues })
}
