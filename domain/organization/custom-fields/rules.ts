import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'

export const CustomFieldType = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'SELECT'] as const
export type CustomFieldType = (typeof CustomFieldType)[number]

/** The maximum number of custom fields per centre and per record. */
export const MAX_CUSTOM_FIELDS = 50

export type CustomFieldValue = string | number | boolean
export type CustomFields = Record<string, CustomFieldValue>

/** The parts of a definition by which a value is validated. */
export interface CustomFieldRule {
  key: string
  type: string
  options: string[]
  required: boolean
  archived: boolean
}

/** The name of a custom field. Undeclared values use the same format, so that each can be declared later. */
export const CUSTOM_FIELD_KEY = /^[A-Za-z][A-Za-z0-9_]{0,62}$/
export const CUSTOM_FIELD_KEY_ERROR =
  'must be letters, digits and underscores, beginning with a letter, such as insurance_number'

/**
 * The custom fields of a record after a merge patch (RFC 7396). A centre without definitions can store any
 * field. Once it has defined a field, values are validated: undeclared ones may stay or be removed, but not
 * written.
 */
export const mergeCustomFields = (
  declared: readonly CustomFieldRule[],
  before: CustomFields,
  patch: Record<string, CustomFieldValue | null>,
): CustomFields => {
  const definitions = declared.filter(({ archived }) => !archived)
  const rules =
    declared.length === 0
      ? undefined
      : new Map(definitions.map((definition) => [definition.key, definition]))
  const merged = new Map(Object.entries(before))
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(patch)) {
    const issue = rules && issueWith(key, value, { rules, before: merged })
    if (issue) issues.push(issue)
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  for (const { key, required } of definitions) {
    if (required && !merged.has(key)) issues.push(issueOf(key, 'required', 'is required'))
  }
  if (merged.size > MAX_CUSTOM_FIELDS) throw tooMany()
  if (issues.length === 0) return Object.fromEntries(merged)
  throw new DomainError('validation_failed', `${issues[0]!.path} ${issues[0]!.message}.`, {
    issues,
  })
}

type Rules = ReadonlyMap<string, CustomFieldRule>

const issueWith = (
  key: string,
  value: CustomFieldValue | null,
  { rules, before }: { rules: Rules; before: ReadonlyMap<string, unknown> },
): Issue | undefined =>
  value === null ? removalIssue(key, rules, before) : valueIssue(key, value, rules)

const removalIssue = (key: string, rules: Rules, before: ReadonlyMap<string, unknown>) =>
  rules.has(key) || before.has(key) ? undefined : unknownField(key)

const valueIssue = (key: string, value: CustomFieldValue, rules: Rules): Issue | undefined => {
  const rule = rules.get(key)
  if (!rule) return unknownField(key)
  if (isOfType(rule, value)) return undefined
  return rule.type === 'SELECT'
    ? issueOf(key, 'invalid_value', `must be one of ${rule.options.join(', ')}`)
    : issueOf(key, 'invalid_type', `must be ${EXPECTED[rule.type as CustomFieldType]}`)
}

const isOfType = ({ type, options }: CustomFieldRule, value: CustomFieldValue): boolean => {
  switch (type as CustomFieldType) {
    case 'TEXT':
      return typeof value === 'string'
    case 'NUMBER':
      return typeof value === 'number' && Number.isFinite(value)
    case 'BOOLEAN':
      return typeof value === 'boolean'
    case 'DATE':
      return typeof value === 'string' && isRealDate(value)
    case 'SELECT':
      return typeof value === 'string' && options.includes(value)
  }
}

const EXPECTED: Record<CustomFieldType, string> = {
  TEXT: 'TEXT',
  NUMBER: 'a number',
  BOOLEAN: 'true or false',
  DATE: 'a date, such as 2026-11-21',
  SELECT: 'one of its options',
}

/** 2026-02-30 would be parsed as a day in March; a real date is unchanged when it is formatted again. */
const isRealDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const issueOf = (key: string, code: IssueCode, message: string): Issue => ({
  path: `custom_fields.${key}`,
  code,
  message,
})

const unknownField = (key: string) =>
  issueOf(
    key,
    'unknown_member',
    'is not a custom field of this centre. Create it with POST /v1/custom-fields, or use one listed by GET /v1/custom-fields',
  )

const tooMany = () =>
  invalid(
    'custom_fields',
    'too_many',
    `custom_fields has more than ${MAX_CUSTOM_FIELDS} members. Send fewer.`,
  )

/** Checks that only a select field has options. */
export const assertOptions = (type: string, options: readonly string[]): void => {
  if (type === 'SELECT' && options.length === 0)
    throw invalid('options', 'required', 'options is required for type SELECT.')
  if (type !== 'SELECT' && options.length > 0)
    throw invalid('options', 'not_allowed', `options is not allowed for type ${type}. Omit it.`)
}
