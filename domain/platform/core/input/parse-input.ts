import { z } from 'zod'
import { didYouMean } from './closest.ts'
import type { Issue, IssueCode } from './issue.ts'
import { issueMessage } from './issue-message.ts'

/** Whether unknown keys are members of a body or parameters. */
export type UnknownCode = 'unknown_member' | 'unknown_parameter'

const UNKNOWN: Record<UnknownCode, string> = {
  unknown_member: 'is not a member of this request',
  unknown_parameter: 'is not a parameter of this operation',
}

export const unknownIssue = (
  path: string,
  code: UnknownCode,
  known: readonly string[] = [],
): Issue => ({
  path,
  code,
  message: `${UNKNOWN[code]}${didYouMean(path.split('.').at(-1)!, known) || taken(known)}`,
})

/** Lists the possible names if none is close, unless there are too many. */
const taken = (known: readonly string[]): string =>
  known.length === 0 || known.length > MOST_TOLD ? '' : `, which accepts ${known.join(', ')}`
const MOST_TOLD = 20

/** Returns the parsed input, or throws all its errors. */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknownCode: UnknownCode = 'unknown_member',
): { data: z.output<Schema> } | { issues: [Issue, ...Issue[]] } => {
  const result = schema.safeParse(input, { error: issueMessage })
  if (result.success) return { data: result.data }
  const issues = withoutSequels(result.error.issues).flatMap((issue) =>
    issuesOf(issue, input, { schema, unknownCode }),
  )
  return { issues: issues as [Issue, ...Issue[]] }
}

/**
 * A value of the wrong type reports only that error: the length of an array does not matter where a string is
 * required.
 */
const withoutSequels = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const malformed = new Set<string>()
  return issues.filter(({ code, path }) => {
    const at = path.join('.')
    if (malformed.has(at)) return false
    if (code === 'invalid_type' || code === 'invalid_format') malformed.add(at)
    return true
  })
}

/** Converts one schema error to issues. Unknown keys are members or query parameters. */
const issuesOf = (
  issue: z.core.$ZodIssue,
  input: unknown,
  asked: { schema: z.core.$ZodType; unknownCode: UnknownCode },
): Issue[] => {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const known = membersAt(asked.schema, path)
    return issue.keys.map((key) => unknownIssue([...path, key].join('.'), asked.unknownCode, known))
  }
  const missing = MISSING.has(issue.code) && valueAt(input, path) === undefined
  const meant =
    !missing && issue.code === 'invalid_union' && closestForm(issue, valueAt(input, path))
  if (meant)
    return meant.flatMap((inner) =>
      issuesOf({ ...inner, path: [...issue.path, ...inner.path] }, input, asked),
    )
  return [
    {
      path: path.join('.'),
      code: missing ? 'required' : codeOf(issue),
      message: missing ? 'is required' : issue.message,
    },
  ]
}

/** The members that a schema's object has at a path; none if it has several variants there. */
const membersAt = (schema: z.core.$ZodType | undefined, path: readonly string[]): string[] => {
  if (!schema) return []
  if (schema instanceof z.ZodPipe) return membersAt(schema.in, path)
  if ('unwrap' in schema && !(schema instanceof z.ZodArray))
    return membersAt((schema as z.ZodOptional).unwrap(), path)
  const [key, ...rest] = path
  if (key === undefined) return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  if (schema instanceof z.ZodObject) return membersAt(schema.shape[key], rest)
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest)
  return schema instanceof z.ZodRecord ? membersAt(schema.valueType, rest) : []
}

/** The codes with which zod reports an absent value, depending on the expected type. */
const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** The errors of the closest object variant, which is the only one with a matching member. None if there is a tie. */
const closestForm = (
  { errors }: z.core.$ZodIssueInvalidUnion,
  sent: unknown,
): z.core.$ZodIssue[] | undefined => {
  if (typeof sent !== 'object' || sent === null) return undefined
  const members = Object.keys(sent).length
  const [first, second] = errors
    .map((issues) => {
      const unknown = issues.flatMap((it) => ('keys' in it && it.path.length === 0 ? it.keys : []))
      return { issues, isMeant: unknown.length < members, faults: issues.length + unknown.length }
    })
    .toSorted((a, b) => a.faults - b.faults)
  return first?.isMeant && first.faults < (second?.faults ?? 0) ? first.issues : undefined
}

/** Our code for a schema error. zod's names are not part of the contract. */
const codeOf = (issue: Exclude<z.core.$ZodIssue, { code: 'unrecognized_keys' }>): IssueCode => {
  switch (issue.code) {
    case 'too_big':
      return TOO_MUCH[issue.origin] ?? 'too_large'
    case 'too_small':
      return TOO_LITTLE[issue.origin] ?? 'too_small'
    case 'invalid_type':
    case 'invalid_format':
      return issue.code
    case 'custom':
      return (issue.params?.['code'] as IssueCode | undefined) ?? 'invalid_value'
    case 'invalid_value':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return 'invalid_value'
  }
}

const TOO_MUCH: Record<string, IssueCode> = {
  string: 'too_long',
  array: 'too_many',
  date: 'out_of_range',
}
const TOO_LITTLE: Record<string, IssueCode> = {
  string: 'too_short',
  array: 'too_few',
  date: 'out_of_range',
}

/** The input at a path. A list parameter is sent as a single text. */
const valueAt = (input: unknown, path: string[]): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined
  }, input)
