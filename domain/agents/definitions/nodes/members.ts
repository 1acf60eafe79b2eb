import { z } from 'zod'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { ANY_RECORD, naming } from '#platform/core/records/ids.ts'
import { prose } from '#platform/core/records/record.ts'
import { MOST_CHARACTERS } from '../rules.ts'

const NODE_ID = /^[a-z][a-z0-9_]{0,39}$/
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,59}$/

/** The id by which nodes refer to each other. */
export const nodeId = z
  .string()
  .regex(NODE_ID, {
    error: 'must be at most 40 lower-case letters, digits and underscores, beginning with a letter',
  })
  .meta({ description: 'Name of a node, unique in the definition.', example: 'due' })

/** The id of the next node; null at the end of the chain. */
export const nextNode = nodeId
  .nullable()
  .default(null)
  .meta({ description: 'Next node; null ends the chain.', example: null })

export const memberName = z
  .string()
  .regex(NAME, {
    error: 'must be at most 60 letters, digits and underscores, beginning with a letter',
  })
  .meta({ description: 'Name of a member.', example: 'dueWithinDays' })

/** A cost limit for language models. */
export const mostCost = z
  .strictObject({
    amount: z
      .int()
      .min(1)
      .max(100_000_000)
      .meta({ description: 'Amount in minor units.', example: 50 }),
    currency: currencyCode().meta({
      description: 'Currency, as an ISO 4217 code.',
      example: 'EUR',
    }),
  })
  .nullable()
  .default(null)

/** An event type, checked against the catalog before publishing. */
export const eventType = z.string().min(1).max(100)

/** CEL source, which read-expression.ts parses. */
export const expression = z.string().trim().min(1).max(MOST_CHARACTERS).meta({
  description:
    'Expression in the Common Expression Language (CEL). It can use `input`, `event`, `steps`, `item`, `index`, `now`, `today` and `run`.',
  example: 'size(steps.due.rows) > 0',
})

/** A text with `{{ … }}` placeholders. */
export const template = (max: number) =>
  prose(max).min(1).meta({
    description: 'Text in which each expression between `{{` and `}}` is replaced by its value.',
    example: '{{ size(steps.due.rows) }} children are due',
  })

/** A JSON literal, or an object whose only member is `expression`. */
const value = naming(ANY_RECORD, z.unknown()).meta({
  description:
    'JSON value. `{"expression": "…"}`, at any depth, is evaluated as CEL when the node runs.',
  example: { expression: 'item.childId' },
})

/** Parameters of a query or an action, keyed by name. */
export const parameters = z
  .record(memberName, value)
  .refine((all) => Object.keys(all).length <= 50, { error: 'must have at most 50 members' })
  .default({})
  .meta({
    description: 'Parameters by name, as described in the catalog.',
    example: { childId: { expression: 'item.childId' }, template: 'assessment.recall' },
  })

/** A computed value instead of a literal. */
interface Computed {
  expression: string
}

/** Whether a parameter value is computed. */
const isComputed = (candidate: unknown): candidate is Computed =>
  typeof candidate === 'object' &&
  candidate !== null &&
  Object.keys(candidate).length === 1 &&
  typeof (candidate as Partial<Computed>).expression === 'string'

/** All expressions in a value, keyed by path. */
export const computedIn = (
  value: unknown,
  path: string,
): { path: string; expression: string }[] => {
  if (isComputed(value)) return [{ path, expression: value.expression }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => computedIn(member, `${path}.${name}`))
}

/** A value with all its expressions evaluated. */
export const workedOut = (value: unknown, evaluate: (expression: string) => unknown): unknown => {
  if (isComputed(value)) return evaluate(value.expression)
  if (Array.isArray(value)) return value.map((item) => workedOut(item, evaluate))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, workedOut(member, evaluate)]),
  )
}
