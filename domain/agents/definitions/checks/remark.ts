import type { Issue } from '#platform/core/input/issue.ts'

/** What a check says of a definition: a problem, or a doubt that does not prevent publishing. */
export type Remark = Issue | Doubt

interface Doubt extends Omit<Issue, 'code'> {
  /** An expression has no value for some of what it will meet. */
  code: 'may_be_missing'
}

export const isProblem = (remark: Remark): remark is Issue => remark.code !== 'may_be_missing'
