import { z } from 'zod'
import { didYouMean } from './closest.ts'
import type { Issue, IssueCode } from './issue.ts'
import { issueMessage } from './issue-message.ts'

/** What a part of a request has: members of a body, or parameters. */
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

/** Where no name is close, what there is instead, unless that is a page of names. */
const taken = (known: readonly string[]): string =>
  known.length === 0 || known.length > MOST_TOLD ? '' : `, which takes ${known.join(', ')}`
const MOST_TOLD = 20

/** What a schema makes of an input, or all that is wrong with it. */
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

/** Of a value of another type or form nothing else is said: the length of an array where a string belongs helps nobody. */
const withoutSequels = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const malformed = new Set<string>()
  return issues.filter(({ code, path }) => {
    const at = path.join('.')
    if (malformed.has(at)) return false
    if (code === 'invalid_type' || code === 'invalid_format') malformed.add(at)
    return true
  })
}

/** What one issue of a schema says. The keys that it does not know are members, or parameters of a query. */
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

/** The members of the object that a schema has at a path; none where it may have several forms there. */
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

/** How zod calls a value that is absent, by what belongs there. */
const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/**
 * What is wrong with the form of an object that is closest to what was sent: it has a member of that. None where two
 * are as close.
 */
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

/** Our name of what a schema says is wrong: zod's own names are no part of the contract. */
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

/** What was sent at a path. A parameter that is a list of values is sent as one text. */
const valueAt = (input: unknown, path: string[]): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined
  }, input)
