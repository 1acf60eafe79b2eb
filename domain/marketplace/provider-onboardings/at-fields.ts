import { DomainError } from '#platform/core/errors/errors.ts'

/** Maps errors to the fields of the page. */
export const atFields = (error: unknown, fieldOf: (path: string) => string): unknown =>
  error instanceof DomainError && error.issues.length > 0
    ? new DomainError(error.code, error.message, {
        issues: error.issues.map((issue) => ({ ...issue, path: fieldOf(issue.path) })),
      })
    : error
