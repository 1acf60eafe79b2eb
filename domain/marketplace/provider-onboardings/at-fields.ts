import { DomainError } from '#platform/core/errors/errors.ts'

/** What is wrong, said at the fields of the page that it was sent with. */
export const atFields = (error: unknown, fieldOf: (path: string) => string): unknown =>
  error instanceof DomainError && error.issues.length > 0
    ? new DomainError(error.code, error.message, {
        issues: error.issues.map((issue) => ({ ...issue, path: fieldOf(issue.path) })),
      })
    : error
