import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Every reason for which a member or a parameter can be wrong: `errors[].code` of a problem. Stable:
 * clients branch on these, forms word them. api/documents/issue-guide.ts says what each means.
 */
export const ISSUE_CODES = [
  // Its form
  'required',
  'unknown_member',
  'unknown_parameter',
  'invalid_type',
  'invalid_format',
  'invalid_value',
  'invalid_character',
  'malformed_json',
  'invalid_cursor',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'too_deep',
  'out_of_range',
  'duplicate',
  // Its time
  'in_the_past',
  'in_the_future',
  'inverted_range',
  'range_too_long',
  'overlapping',
  'unknown_time_zone',
  'local_time_skipped',
  'unsupported_rule',
  'rule_never_ends',
  'no_occurrence',
  // What it names, and what else was sent
  'invalid_reference',
  'not_found',
  'already_exists',
  'not_allowed',
  'exactly_one',
  'mismatch',
  'same_record',
  'not_ascending',
  'new_question',
  'exceeds_grantor',
  // What can be booked
  'provider_not_at_location',
  'provider_does_not_perform',
  'room_not_at_location',
  'room_unsuitable',
  'no_group',
  'no_price',
  'not_a_guardian',
  // Where webhooks may go
  'https_required',
  'port_refused',
  'credentials_refused',
  'fragment_refused',
  'dns_failure',
  'address_refused',
  // What is in a file
  'empty_file',
  'content_mismatch',
  'malware',
] as const

export type IssueCode = (typeof ISSUE_CODES)[number]

/** One member of the input that is wrong: `path` as in `attendees.0.childId`, `code` stable. */
export interface Issue {
  path: string
  /** Of an item of a list that is done one by one, the code that it would be refused with alone. */
  code: IssueCode | ErrorCode
  message: string
}

/** The `params` of a schema's own rule: why it refuses. */
export const because = (code: IssueCode): { code: IssueCode } => ({ code })

/** What a schema found wrong. The keys that it does not know are members, or parameters of a query. */
export const issuesOf = (
  issue: z.core.$ZodIssue,
  input: unknown,
  unknownCode: 'unknown_member' | 'unknown_parameter' = 'unknown_member',
): Issue[] => {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      code: unknownCode,
      message: 'is not known here',
    }))
  const missing = issue.code === 'invalid_type' && valueAt(input, path) === undefined
  return [
    {
      path: path.join('.'),
      code: missing ? 'required' : codeOf(issue),
      message: missing ? 'is required' : issue.message,
    },
  ]
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

const valueAt = (input: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    input,
  )
