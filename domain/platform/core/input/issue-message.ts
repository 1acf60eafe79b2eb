import type { z } from 'zod'
import { didYouMean } from './closest.ts'

type RawIssue = z.core.$ZodRawIssue

/** Error messages for values that a schema without its own text refuses. */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : typeMessage(issue)
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${valueOf(issue)}`
    case 'too_big':
      return bound('at most', issue.origin, issue.maximum, issue)
    case 'too_small':
      return bound('at least', issue.origin, issue.minimum, issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not in the required format'
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_key':
      return `has an invalid name: it ${issue.issues[0]?.message ?? ''}`
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return 'has an invalid value'
  }
}

/** For lists longer than this, the closest members are suggested instead of the whole list. */
const MOST_TOLD = 20

const valueOf = ({ values, input }: Extract<RawIssue, { code: 'invalid_value' }>): string => {
  const meant = typeof input === 'string' ? didYouMean(input, values.map(String)) : ''
  return meant && values.length > MOST_TOLD
    ? `one of the ${values.length} values in the reference${meant}`
    : `${oneOf(values)}${meant}`
}

/** The members of a list as alternatives: `one of A, B`. */
const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`

const typeMessage = ({ expected }: Extract<RawIssue, { code: 'invalid_type' }>): string =>
  `must be ${TYPES[expected] ?? `of the type ${expected}`}`

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'left out',
  nonoptional: 'given',
}

const FORMATS: Record<string, string> = {
  date: 'must be a date, such as 2026-12-01',
  datetime: 'must be ISO 8601 with an offset, such as 2026-12-01T10:00:00+01:00',
  email: 'must be an e-mail address',
  url: 'must be a URL',
}

const UNITS: Record<string, [one: string, several: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
}

const bound = (
  side: 'at most' | 'at least',
  origin: string,
  limit: number | bigint,
  { inclusive = true, exact = false }: { inclusive?: boolean; exact?: boolean },
): string => {
  const unit = UNITS[origin]
  if (!unit && inclusive) return `must be ${side} ${limit}`
  if (!unit) return `must be ${side === 'at most' ? 'less' : 'greater'} than ${limit}`
  if (side === 'at least' && limit === 1 && !exact) return 'must not be empty'
  return `must have ${exact ? 'exactly' : side} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`
}

/** Lists the types that a union accepts. A union of objects gets a general message. */
const unionMessage = (issue: Extract<RawIssue, { code: 'invalid_union' }>): string => {
  if (Array.isArray(issue.options)) return `must be ${oneOf(issue.options)}`
  const all = issue.errors.flat()
  const said = all.map(
    ({ message }) =>
      /^must be (?<form>.*?)(?<meant> \(did you mean .+\?\))?$/.exec(message)?.groups,
  )
  const forms = [...new Set(said.map((it) => it?.['form']))]
  const meant = said.map((it) => it?.['meant'] ?? '').join('')
  return all.every(({ path }) => path.length === 0) && said.every(Boolean)
    ? `must be ${forms.join(', or ')}${meant}`
    : 'matches none of the allowed forms'
}
