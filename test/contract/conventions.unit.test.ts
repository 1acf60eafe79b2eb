import { describe, expect, test } from 'vitest'

import { buildOpenApi } from '../../api/documents/openapi.ts'
import { operations } from '../../api/resources/index.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'

/** A schema of the document, with the name of its member or parameter. */
interface Named {
  at: string
  name: string
  schema: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every schema under a value. One outside `properties` and parameters keeps the surrounding name. */
function* schemasIn(value: unknown, at: string, name = ''): Generator<Named> {
  if (Array.isArray(value)) {
    for (const item of value) yield* schemasIn(item, at, name)
    return
  }
  if (!isObject(value)) return
  yield { at, name, schema: value }
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example' || key === 'examples' || key === 'default') continue
    if (key === 'properties' && isObject(member)) {
      for (const [property, schema] of Object.entries(member))
        yield* schemasIn(schema, `${at}.${property}`, property)
    } else yield* schemasIn(member, at, key === 'propertyNames' ? key : name)
  }
}

const document = buildOpenApi(operations)

const parameters = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, parameters: declared }) =>
    ((declared ?? []) as { name?: string; in?: string; schema?: object }[]).flatMap(
      ({ name = '', schema }) => [
        ...schemasIn(schema, `${operationId}?${name}`, name.replace(/\[\w+\]$/, '')),
      ],
    ),
  ),
)

/** The first version keeps its old names until its sunset. */
const isFrozen = ({ at }: Named) => /^\w+V0\b/.test(at)

const named = [
  ...Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) => [
    ...schemasIn(schema, name),
  ]),
  ...Object.entries(document['webhooks'] ?? {}).flatMap(([name, webhook]) => [
    ...schemasIn(webhook, name),
  ]),
  ...parameters,
].filter((it) => !isFrozen(it))

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/
const CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const DOTTED = /^([a-z][a-z_]*(\.[a-z_]+)*|\*)$/

/** Members whose values are neither states nor kinds, and their notation. */
const OTHER_VALUES: Record<string, RegExp> = {
  // Codes, of errors and of reasons
  code: CODE,
  reason: CODE,
  reasons: CODE,
  problem: CODE,
  actionReasons: CODE,
  missing: CODE,
  rules: CODE,
  actionRequired: CODE,
  error: CODE,
  failure: CODE,
  fallbackReason: CODE,
  // The caller
  assigneeId: /^me$/,
  // Files of the documentation
  page: /^[A-Za-z-]+\.md$/,
  // Names of events, scopes, templates, columns and members
  type: /^[a-z_]+\.[a-z_]+$/,
  eventType: DOTTED,
  eventTypes: DOTTED,
  scopes: /^[a-z]+(-[a-z]+)*(\.read)?$/,
  template: DOTTED,
  field: CODE,
  columns: CODE,
  additionalProperties: CODE,
  propertyNames: /^[a-z][A-Za-z_.]*$/,
  expand: /^[a-z][A-Za-z]*$/,
  sort: /^-?[a-z][A-Za-z]*$/,
  resources: /^[a-z]+(-[a-z]+)*$/,
  // As their standards write them
  achievementStatus: /^[a-z]+(-[a-z]+)*$/,
  grant_type: CODE,
  contentType: /^[a-z]+\/[a-z0-9.+-]+$/,
  contentTypes: /^[a-z]+\/[a-z0-9.+-]+$/,
  // As the specification writes them
  tools: CODE,
  // ISO 639-1
  languages: /^[a-z]{2}$/,
  language: /^[a-z]{2}$/,
  checkInLanguage: /^[a-z]{2}$/,
  // Of exported documents
  format: /^(?:[A-Z]+|[a-z]+\/\d)$/,
  // Parameters
  area: /^[a-z]+(-[a-z]+)*$/,
  state: CODE,
  signatureSchemes: /^v\d$/,
  window: /^\d+[hd]$/,
}

const BOOLEAN = /^(true|false)$/
const PERMISSION = /^[a-z]+(-[a-z]+)*:(read|write)$/

const valuesOf = ({ enum: values, const: value }: Record<string, unknown>): string[] =>
  [...(Array.isArray(values) ? values : []), value].filter((it) => typeof it === 'string')

describe('values', () => {
  const closed = named.flatMap((it) => valuesOf(it.schema).map((value) => ({ ...it, value })))

  test('have closed lists', () => {
    expect(closed.length).toBeGreaterThan(1_000)
  })

  test('are UPPER_SNAKE for states and kinds; codes, names and foreign standards are listed', () => {
    const others = closed.filter(
      ({ name, value }) =>
        !UPPER_SNAKE.test(value) &&
        !BOOLEAN.test(value) &&
        !PERMISSION.test(value) &&
        !OTHER_VALUES[name]?.test(value),
    )
    expect(others.map(({ at, value }) => `${at}: ${value}`)).toEqual([])
  })
})

describe('kinds of records', () => {
  test('come from one list that contains every kind', () => {
    const types = named.filter(({ name }) => /^(subject|recipient)Type$/.test(name))
    expect(types.length).toBeGreaterThan(6)
    const isListed = ({ schema }: Named) =>
      schema['type'] === 'null' ||
      /"#\/components\/schemas\/SubjectType(Input)?"/.test(JSON.stringify(schema))
    expect(types.filter((it) => !isListed(it)).map(({ at }) => at)).toEqual([])
    expect(document.components['schemas']!['SubjectType']).toMatchObject({
      'x-extensible-enum': Object.keys(RECORDS).map(upperSnake),
    })
  })
})

describe('times', () => {
  const formatOf = ({ schema: { format, pattern, type } }: Named) =>
    typeof pattern === 'string' && /^\^\(*\[01\]\\d/.test(pattern)
      ? 'time'
      : type === 'string' || Array.isArray(type)
        ? format
        : undefined
  const ofFormat = (format: string) => named.filter((it) => formatOf(it) === format)
  const others = (format: string, name: RegExp) =>
    ofFormat(format)
      .filter((it) => !name.test(it.name))
      .map(({ at }) => at)

  test('instants end in At, except in lists', () => {
    expect(ofFormat('date-time').length).toBeGreaterThan(400)
    expect(others('date-time', /At$|^(starts|alternatives|gte|lt)$/)).toEqual([])
  })

  test('dates end in On; a birth date is named as FHIR names it', () => {
    expect(ofFormat('date').length).toBeGreaterThan(40)
    expect(others('date', /On$|^(birthDate|childBirthDate)$/)).toEqual([])
  })

  test('local times end in Time', () => {
    expect(ofFormat('time').length).toBeGreaterThan(10)
    expect(others('time', /Time$/)).toEqual([])
  })

  test('use one name for ranges, zones and filters', () => {
    const banned =
      /^(from|until|since|on|date|zone|asOf|(first|last|earliest|latest)(Date|On)|valid(From|Until))$/
    expect(named.filter(({ name }) => banned.test(name)).map(({ at }) => at)).toEqual([])
  })
})

describe('errors', () => {
  test('have specific codes that a client can branch on', () => {
    expect(ERROR_CODES.filter((code) => !CODE.test(code))).toEqual([])
    expect(ERROR_CODES).not.toContain('conflict')
  })
})

test('a sample call sends an idempotency key and no version it cannot know', () => {
  const shown = Object.values(document.components['parameters']!).flatMap((parameter) => {
    const { in: where, name, example } = parameter as { in: string; name: string; example?: string }
    return where === 'header' && example !== undefined ? [name] : []
  })
  // Scalar includes every header with an example in its samples.
  expect(shown).toContain('Idempotency-Key')
  expect(shown).not.toContain('If-Match')
})
