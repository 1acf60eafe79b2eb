import { readFileSync } from 'node:fs'
import { ERROR_CODES, type ErrorCode } from '#platform/core/errors/error-codes.ts'
import { ISSUE_CODES, type Issue, type IssueCode } from '#platform/core/input/issue.ts'

/** The documentation of one error code, as shown in the OpenAPI document, at /docs/errors and in docs/errors.md. */
export interface ErrorGuide {
  /** When the error occurs. */
  meaning: string
  /** What the caller should do next. */
  action: string
  /** The `detail` of the example. */
  detail: string
  errors?: Issue[]
  /** Additional members of the example. */
  extra?: Record<string, unknown>
}

/** docs/errors.md is the source of all documentation of errors. */
const ERRORS_MARKDOWN = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

const SECTION = /^### (\w+)\n\n(.+)\n\n\*\*What to do:\*\* (.+)\n\n```json\n([^]*?)\n```$/gm
const HEADING = /^### (.+)$/gm
const ROW = /^\| `(\w+)` \| (.+) \|$/gm

/** The codes that the page explains, in its order. */
export const explainedIn = (markdown: string): Map<string, ErrorGuide> => {
  const headings = [...markdown.matchAll(HEADING)].map(([, heading]) => heading!)
  const sections = new Map(
    [...markdown.matchAll(SECTION)].map(
      ([, code = '', meaning = '', action = '', example = '']) => {
        const { detail, errors, ...extra } = JSON.parse(example) as Pick<
          ErrorGuide,
          'detail' | 'errors'
        >
        return [
          code,
          {
            meaning,
            action,
            detail,
            ...(errors && { errors }),
            ...(Object.keys(extra).length > 0 && { extra }),
          },
        ]
      },
    ),
  )
  const wrong = headings.filter((heading) => !sections.has(heading))
  if (wrong.length > 0)
    throw new Error(
      `docs/errors.md: ${wrong.join(', ')} has no meaning, "**What to do:**" and example in JSON, in this order.`,
    )
  return sections
}

/** The first paragraph under a heading. */
const paragraphUnder = (heading: string): string => {
  const [, paragraph] = new RegExp(`^${heading}\\n\\n(.+)$`, 'm').exec(ERRORS_MARKDOWN) ?? []
  if (!paragraph) throw new Error(`docs/errors.md has no paragraph under "${heading}".`)
  return paragraph
}

export const ERRORS_INTRODUCTION = paragraphUnder('# Error codes')
export const ISSUES_INTRODUCTION = paragraphUnder('## What is wrong at a path')

/** The meaning of each code in `errors[]`, from the table at the end of the page. */
export const issuesIn = (markdown: string): Map<string, string> =>
  new Map([...markdown.matchAll(ROW)].map(([, code = '', meaning = '']) => [code, meaning]))

/** Requires a value for every code. */
const complete = <Code extends string, Value>(
  codes: readonly Code[],
  explained: Map<string, Value>,
): Record<Code, Value> => {
  const missing = codes.filter((code) => !explained.has(code))
  if (missing.length > 0) throw new Error(`docs/errors.md does not explain ${missing.join(', ')}.`)
  return Object.fromEntries(codes.map((code) => [code, explained.get(code)!])) as Record<
    Code,
    Value
  >
}

export const ERROR_GUIDE: Record<ErrorCode, ErrorGuide> = complete(
  ERROR_CODES,
  explainedIn(ERRORS_MARKDOWN),
)

export const ISSUE_GUIDE: Record<IssueCode, string> = complete(
  ISSUE_CODES,
  issuesIn(ERRORS_MARKDOWN),
)
