import { DomainError } from '../core/errors/errors.ts'
import type { Issue, IssueCode } from '../core/input/issue.ts'

/** Of one file. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024

/** Refuses a file for what is in it: `file_refused`, the issue's code says why. */
export const refuseFile = (code: IssueCode, message: string): DomainError => {
  const issue: Issue = { path: 'file', code, message }
  return new DomainError('file_refused', `The file ${message}.`, { issues: [issue] })
}
