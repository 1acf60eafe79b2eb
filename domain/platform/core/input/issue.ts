import type { ErrorCode } from '../errors/error-codes.ts'

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
  'too_early',
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
  'mixed_currencies',
  'split_does_not_sum',
  // What figures there are
  'grouping_not_available',
  'granularity_not_available',
  // How an agent goes on
  'cycle',
  'unreachable',
  'approval_required',
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
