import type { Issue, IssueCode } from '#platform/core/input/issue.ts'

/** A place in a text, counted from 1. */
export type Position = NonNullable<Issue['position']>

/** The position of a character in a text that itself begins at a position. */
export const positionIn = (text: string, index: number, at: Position): Position => {
  const before = text.slice(0, index)
  const line = before.split('\n').length - 1
  const column = index - (before.lastIndexOf('\n') + 1)
  return { line: at.line + line, column: line === 0 ? at.column + column : column + 1 }
}

/** An issue at a position, which also begins its message. */
export const issueAt = (
  path: string,
  code: IssueCode,
  position: Position,
  message: string,
): Issue => ({
  path,
  code,
  message: `line ${position.line}, column ${position.column}: ${message}`,
  position,
})
