import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'

/** Refuses a text that has issues, with all of them. */
export const refuseIssues = (issues: Issue[]): void => {
  const [first, ...others] = issues
  if (!first) return
  const more = others.length > 0 ? ` There are ${others.length} more problems.` : ''
  throw new DomainError('validation_failed', `${first.path}: ${first.message}.${more}`, { issues })
}
