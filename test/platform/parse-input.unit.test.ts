import { expect, test } from 'vitest'
import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate, instant } from '#platform/core/time/time.ts'

/** Every kind of schema error, and its message. */

const Pet = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('CAT'), lives: z.number() }),
  z.strictObject({ kind: z.literal('DOG') }),
])
const Test = z.strictObject({ question: z.string(), value: z.number() })
const Condition = z.union([Test, z.strictObject({ all: z.array(Test) })])
const Color = z.enum(['RED', 'BLUE'])

test.each<[what: string, schema: z.ZodType, value: unknown, code: string, message: string]>([
  ['an absent string', z.string(), undefined, 'required', 'is required'],
  ['an absent enum', Color, undefined, 'required', 'is required'],
  ['an absent literal', z.literal('CARD'), undefined, 'required', 'is required'],
  ['an absent union', z.union([z.string(), z.number()]), undefined, 'required', 'is required'],
  ['an absent number', z.coerce.number(), undefined, 'required', 'is required'],
  ['no string', z.string(), 1, 'invalid_type', 'must be a string'],
  ['a list for a string', z.string().max(1), ['a', 'b'], 'invalid_type', 'must be a string'],
  ['no number', z.number(), 'a', 'invalid_type', 'must be a number'],
  ['text in a parameter', z.coerce.number(), 'ten', 'invalid_type', 'must be a number'],
  ['a half', z.number().int(), 1.5, 'invalid_type', 'must be a whole number'],
  ['no boolean', z.boolean(), 'true', 'invalid_type', 'must be true or false'],
  ['no array', z.array(z.string()), {}, 'invalid_type', 'must be an array'],
  ['no object', z.strictObject({}), [], 'invalid_type', 'must be an object'],
  ['no map', z.record(z.string(), z.string()), 'a', 'invalid_type', 'must be an object'],
  ['null', z.string(), null, 'invalid_type', 'must be a string'],
  ['what must be left out', z.never(), 1, 'invalid_type', 'must be left out'],
  ['none of an enum', Color, 'GREEN', 'invalid_value', 'must be one of RED, BLUE'],
  ['another literal', z.literal('CARD'), 'CASH', 'invalid_value', 'must be CARD'],
  ['too large', z.number().max(100), 101, 'too_large', 'must be at most 100'],
  ['too small', z.number().min(5), 4, 'too_small', 'must be at least 5'],
  ['not less', z.number().lt(10), 10, 'too_large', 'must be less than 10'],
  ['not more', z.number().positive(), 0, 'too_small', 'must be greater than 0'],
  ['no multiple', z.number().multipleOf(5), 7, 'invalid_value', 'must be a multiple of 5'],
  ['too long', z.string().max(2), 'abc', 'too_long', 'must have at most 2 characters'],
  ['too short', z.string().min(2), 'a', 'too_short', 'must have at least 2 characters'],
  ['an empty string', z.string().min(1), '', 'too_short', 'must not be empty'],
  ['another length', z.string().length(1), 'ab', 'too_long', 'must have exactly 1 character'],
  ['too many', z.array(z.number()).max(1), [1, 2], 'too_many', 'must have at most 1 item'],
  ['too few', z.array(z.number()).min(2), [1], 'too_few', 'must have at least 2 items'],
  ['an empty array', z.array(z.number()).min(1), [], 'too_few', 'must not be empty'],
  ['too many values', commaSeparated(Color, 1), 'RED,RED', 'too_many', 'must have at most 1 item'],
  ['no date', calendarDate(), '2026-02-30', 'invalid_format', 'must be a date, such as 2026-12-01'],
  [
    'another century',
    calendarDate(),
    '1700-01-01',
    'out_of_range',
    'must be between 1900 and 2200',
  ],
  [
    'no instant',
    instant(),
    '2026-12-01',
    'invalid_format',
    'must be ISO 8601 with an offset, such as 2026-12-01T10:00:00+01:00',
  ],
  ['no address', z.email(), 'me', 'invalid_format', 'must be an e-mail address'],
  ['another form', z.string().regex(/^a$/), 'b', 'invalid_format', 'is not in the required format'],
  [
    'none of several types',
    z.union([z.string(), z.number(), z.boolean()]),
    [],
    'invalid_value',
    'must be a string, or a number, or true or false',
  ],
  [
    'a slip in a name where an id may stand too',
    z.union([Color, idOf('role')]),
    'BLUES',
    'invalid_value',
    `must be one of RED, BLUE, or an ID such as ${exampleId('role')} (did you mean BLUE?)`,
  ],
  ['no variant', Pet, { kind: 'COW' }, 'invalid_value', 'must be one of CAT, DOG'],
  ['an unnamed variant', Pet, {}, 'required', 'is required'],
  ['none of the forms', Condition, {}, 'invalid_value', 'matches none of the allowed forms'],
  ['most of a form', Condition, { question: 'a' }, 'required', 'is required'],
  [
    'a member too many',
    z.strictObject({}),
    { a: 1 },
    'unknown_member',
    'is not a member of this request',
  ],
  [
    'a name in a map',
    z.record(z.string().max(1), z.number()),
    { ab: 1 },
    'invalid_value',
    'has an invalid name: it must have at most 1 character',
  ],
  [
    'a rule without words',
    z.string().refine(() => false),
    'a',
    'invalid_value',
    'has an invalid value',
  ],
  [
    'a rule with its own',
    z.string().refine(() => false, { error: 'must be in time', params: because('in_the_past') }),
    'a',
    'in_the_past',
    'must be in time',
  ],
])('%s', (_, schema, value, code, message) => {
  expect(parseInput(schema, value)).toEqual({
    issues: [{ path: expect.any(String), code, message }],
  })
})

test('the closest variant of an object reports what is missing, with its path', () => {
  const Form = z.strictObject({ showIf: Condition })
  const issuesOf = (showIf: unknown) => parseInput(Form, { showIf })
  expect(issuesOf({ question: 'a' })).toEqual({
    issues: [{ path: 'showIf.value', code: 'required', message: 'is required' }],
  })
  expect(issuesOf({ all: [{ question: 1, value: 1 }] })).toEqual({
    issues: [{ path: 'showIf.all.0.question', code: 'invalid_type', message: 'must be a string' }],
  })
})

test('errors of a query mention parameters', () => {
  expect(parseInput(z.strictObject({}), { from: '1' }, 'unknown_parameter')).toEqual({
    issues: [
      {
        path: 'from',
        code: 'unknown_parameter',
        message: 'is not a parameter of this operation',
      },
    ],
  })
})
