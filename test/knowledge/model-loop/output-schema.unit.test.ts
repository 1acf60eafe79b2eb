import { expect, test } from 'vitest'
import { OutputSchema, outputCheck } from '#knowledge/model-loop/output-schema.ts'

const URGENCY = OutputSchema.parse({
  type: 'object',
  properties: {
    urgency: { type: 'string', enum: ['LOW', 'HIGH'] },
    days: { type: 'integer', minimum: 0, maximum: 30 },
    reasons: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 2 },
  },
  required: ['urgency'],
})

const check = outputCheck(URGENCY)

test.each([
  ['{"urgency": "HIGH", "days": 3}', { urgency: 'HIGH', days: 3 }],
  ['Here it is:\n```json\n{"urgency": "LOW"}\n```', { urgency: 'LOW' }],
  ['{"urgency": "LOW", "also": "dropped"}', { urgency: 'LOW' }],
])('accepts %s', (text, output) => {
  expect(check(text)).toEqual({ output })
})

test.each([
  ['It is urgent.', /JSON/],
  ['{"urgency": "HIGH"', /JSON/],
  ['{"urgency": "MEDIUM"}', /urgency/],
  ['{"days": 3}', /urgency/],
  ['{"urgency": "LOW", "days": 31}', /days/],
  ['{"urgency": "LOW", "reasons": ["a", "b", "c"]}', /reasons/],
  ['[]', /JSON/],
])('refuses %s', (text, wrong) => {
  expect(check(text)).toEqual({ wrong: expect.stringMatching(wrong) })
})

test('a node without a schema gets a text', () => {
  expect(outputCheck(null)('On Monday.')).toEqual({ output: 'On Monday.' })
})

const deep = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } }

test.each([
  ['patterns', { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }],
  ['references', { type: 'object', properties: { a: { $ref: '#' } } }],
  ['what is no object', { type: 'string' }],
  ['deep ones', deep(5)],
])('a schema cannot contain %s', (_, schema) => {
  expect(OutputSchema.safeParse(schema).success).toBe(false)
})

test('a schema may be nested four levels deep', () => {
  expect(OutputSchema.safeParse(deep(4)).success).toBe(true)
})
