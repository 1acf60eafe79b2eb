/** Schemas declare whose records a response shows; every schema must say so. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { disclosedChildren } from '../../api/http/disclosed-children.ts'
import { partsOf } from '../../api/http/schema-parts.ts'
import { operations } from '../../api/resources/index.ts'
import { ANY_RECORD, exampleId, idOf, namedBy, naming, newId } from '#platform/core/records/ids.ts'

/** Ids of keys, their people, requests, and tokens of the gateway: never of a record. */
const NO_RECORD =
  /\.(?:actor\.id|signedBy\.id|paymentMethod\.id|payoutAccountId|gatewayAccountId|actorId|authorId|keyId|requestId|operationId|taxId|vatId)$|^SsoConnection\.clientId$|^Agent\w+Node\.id$/
/** The catalog of events: their schemas, and examples about nobody. */
const CATALOG = /^(?:EventType|AgentCatalog(?:Query|Action)(?:Entry)?)\.|^AgentAgentNode\.output$/

interface Leaf {
  at: string
  schema: z.core.$ZodType
}

/** The schemas used by responses of reads, each named schema once. */
const leaves = (): Leaf[] => {
  const found = new Map<z.core.$ZodType, Leaf>()
  const walk = (schema: z.core.$ZodType, at: string) => {
    if (found.has(schema)) return
    const { id } = z.globalRegistry.get(schema) ?? {}
    const here = id ?? at
    found.set(schema, { at: here, schema })
    if (schema instanceof z.ZodObject)
      for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape))
        walk(member, `${here}.${name}`)
    else for (const part of partsOf(schema)) walk(part, here)
  }
  for (const { id, method, response } of operations) if (method === 'get') walk(response, id)
  return [...found.values()].filter(({ schema }) => partsOf(schema).length === 0)
}

const isMarked = ({ schema }: Leaf) => namedBy(schema) !== undefined

describe('the responses of reads', () => {
  test('consist of inspected schemas', () => {
    const types = new Set(leaves().map(({ schema }) => schema._zod.def.type))
    const known = ['string', 'number', 'boolean', 'enum', 'literal', 'unknown', 'custom', 'object']
    expect([...types].filter((type) => !known.includes(type))).toEqual([])
  })

  test('declare whether each id can belong to a child', () => {
    const ids = leaves().filter(
      ({ at, schema }) =>
        /(?:\.id|_id|Ids?)$/.test(at) ||
        String(z.globalRegistry.get(schema)?.example).includes(exampleId('child')),
    )
    expect(ids.filter(isMarked).length).toBeGreaterThan(100)
    const silent = ids.filter((leaf) => !isMarked(leaf) && !NO_RECORD.test(leaf.at))
    expect(silent.map(({ at }) => at)).toEqual([])
  })

  test('declare the same for open objects', () => {
    const open = leaves().filter(({ schema }) => ['unknown', 'any'].includes(schema._zod.def.type))
    expect(open.filter(isMarked).map(({ at }) => at)).toEqual([
      'AgentRun.input',
      'AgentQueryNode.parameters',
      'AgentTemplateQuestion.default',
      'AgentRunStep.output',
      'Event.data',
      'AuditEntry.changes',
    ])
    const silent = open.filter((leaf) => !isMarked(leaf) && !CATALOG.test(leaf.at))
    expect(silent.map(({ at }) => at)).toEqual([])
  })
})

describe('disclosed children', () => {
  const [one, two] = [newId('child'), newId('child')]

  test.each<[string, z.ZodType, unknown, string[]]>([
    ['an id', idOf('child'), one, [one]],
    ['an id that may be missing', idOf('child').nullable(), null, []],
    [
      'a page',
      z.strictObject({ data: z.array(z.strictObject({ childId: idOf('child') })) }),
      { data: [{ childId: one }, { childId: two }, { childId: one }] },
      [one, two],
    ],
    [
      'an id with words of its own',
      z.strictObject({ childId: idOf('child').meta({ description: 'Whose.' }) }),
      { childId: one },
      [one],
    ],
    ['one of several kinds', z.union([idOf('provider'), idOf('child')]), one, [one]],
    ['another of several kinds', z.union([idOf('provider'), idOf('child')]), newId('provider'), []],
    [
      'any record',
      naming(ANY_RECORD, z.string()),
      `childProgress/${newId('tenant')}/${one}`,
      [one],
    ],
    [
      'what is left open',
      z.record(z.string(), naming(ANY_RECORD, z.unknown())),
      { childId: { from: one, to: two }, version: { from: 1, to: 2 } },
      [one, two],
    ],
    ['a text', z.strictObject({ note: z.string() }), { note: `About ${one}.` }, []],
    ['another kind', idOf('appointment'), one, []],
  ])('of %s', (_, schema, value, expected) => {
    expect(disclosedChildren(schema, value)).toEqual(expected)
  })
})
