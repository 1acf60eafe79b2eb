import type { ErrorCode } from '../errors/error-codes.ts'

/**
 * All reasons why a member or parameter can be invalid: `errors[].code` of a problem. They are stable, because
 * clients branch on them and forms translate them. api/documents/issue-guide.ts explains each.
 */
export const ISSUE_CODES = [
  // Format
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
  // Time
  'in_the_past',
  'in_the_future',
  'too_early',
  'inverted_range',
  'range_too_long',
  'overlapping',
  'unknown_time_zone',
  'local_time_skipped',
  'unsupported_rule',
  'rule_never_ends',
  'no_occurrence',
  // References and other input
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
  'mixed_currencies',
  'split_does_not_sum',
  // Analytics
  'grouping_not_available',
  'granularity_not_available',
  // Agents
  'cycle',
  'unreachable',
  'approval_required',
  // Bookings
  'provider_not_at_location',
  'provider_does_not_perform',
  'room_not_at_location',
  'room_unsuitable',
  'no_group',
  'no_price',
  'not_a_guardian',
  // Webhook URLs
  'https_required',
  'port_refused',
  'credentials_refused',
  'fragment_refused',
  'dns_failure',
  'address_refused',
  // File contents
  'empty_file',
  'content_mismatch',
  'malware',
  // Texts of messages
  'unknown_variable',
  'variable_unsuitable',
  'variable_may_be_empty',
  'variable_required',
  'markup_refused',
  'foreign_address',
  'low_contrast',
] as const

export type IssueCode = (typeof ISSUE_CODES)[number]

/** An invalid member of the input: a `path` such as `attendees.0.childId`, and a stable `code`. */
export interface Issue {
  path: string
  /** For an item of a batch, this can be the error code that the item would have alone. */
  code: IssueCode | ErrorCode
  message: string
  /** Where it is in a text, both counted from 1. */
  position?: { line: number; column: number }
  /** The expression in which it is; `position` is then a position in it. */
  expression?: string
  /** What was probably meant. */
  suggestion?: string
}

/** The `params` of a custom schema rule, which contain its reason. */
export const because = (code: IssueCode): { code: IssueCode } => ({ code })
