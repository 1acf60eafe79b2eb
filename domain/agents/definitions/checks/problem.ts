import type { Issue } from '#platform/core/input/issue.ts'

export const problem = (path: string, code: Issue['code'], message: string): Issue => ({
  path,
  code,
  message,
})
