import { issueMessage } from '#platform/core/input/issue-message.ts'
import { z } from 'zod'
import { UsageError } from './failure.ts'

/** Reads `a,b` as a list. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** Formats an example for the end of a command's help. */
export const example = (...lines: string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ therapy ${line}`).join('\n')}`

/** Validates arguments. `options` maps each member to its option. */
export const parsed = <T>(
  schema: z.ZodType<T>,
  input: unknown,
  options: Record<string, string>,
): T => {
  const result = schema.safeParse(input, { error: issueMessage })
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => {
    const [member = ''] = path.map(String)
    return `${options[member] ?? member}: ${message}`
  })
  throw new UsageError([...new Set(problems)].join('. '))
}
