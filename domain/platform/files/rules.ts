import { DomainError } from '../core/errors/errors.ts'
import type { Issue, IssueCode } from '../core/input/issue.ts'

/** Maximum size of one file. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024

/** The error for a file whose content is refused: `file_refused`, with the reason as the code of its issue. */
export const refuseFile = (code: IssueCode, message: string, path = 'file'): DomainError => {
  const issue: Issue = { path, code, message }
  return new DomainError('file_refused', `The file ${message}.`, { issues: [issue] })
}
