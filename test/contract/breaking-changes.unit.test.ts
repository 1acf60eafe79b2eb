import { expect, test } from 'vitest'
import { areaDocument } from '../../api/documents/area-document.ts'
import { breakingChanges } from '../../api/documents/breaking-changes.ts'
import { API_VERSION } from '../../api/documents/changelog.ts'
import { brokenPromises, lastRelease } from '../../api/documents/last-release.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../api/documents/openapi-document.ts'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import { resolved } from '../../api/documents/resolved.ts'
import { NEXT_MAJOR, NOTICE_DAYS } from '../../api/next-major.ts'
import { operations } from '../../api/resources/index.ts'

const document = buildOpenApi(operations)

test('removes nothing from the last release unless api/next-major.ts declares it', () => {
  expect(brokenPromises(document)).toEqual({ undeclared: [], stale: [] })
})

test('removals of the next major version are announced early enough', () => {
  const [last = 0] = (lastRelease().info as { version: string }).version.split('.').map(Number)
  const [current] = API_VERSION.split('.').map(Number)
  const [next = last + 1] = NEXT_MAJOR?.version.split('.').map(Number) ?? []
  expect(next).toBe(last + 1)
  expect([last, NEXT_MAJOR && next]).toContain(current)
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
  const { announcedOn, notBefore } = NEXT_MAJOR ?? {
    announcedOn: '1970-01-01',
    notBefore: '2100-01-01',
  }
  // 3.0.0 is the first release with compatibility promises.
  expect(day(notBefore) - day(announcedOn)).toBeGreaterThanOrEqual(next === 3 ? 0 : NOTICE_DAYS)
})

/** One area and one event are enough for seeded faults, and are compared quickly. */
const area: OpenApiDocument = {
  ...areaDocument(document, 'scheduling'),
  webhooks: { 'booking.created': document.webhooks['booking.created']! },
  components: document.components,
}
const text = JSON.stringify(area)

/** With the parameters of the list of appointments inlined. */
const parsed = () => {
  const of = JSON.parse(text) as OpenApiDocument
  const list = of.paths['/v1/appointments']!['get']!
  list['parameters'] = (list['parameters'] as object[]).map((it) => resolved(of, it))
  return of
}
const before = parsed()

interface Schema {
  properties: Record<string, Record<string, unknown>>
  required: string[]
  [keyword: string]: unknown
}

/** Walks to the parts of a document that a seeded change modifies. */
const parts = (of: OpenApiDocument) => ({
  schema: (name: string) => of.components['schemas']![name] as unknown as Schema,
  book: of.paths['/v1/appointments']!['post']!,
  list: of.paths['/v1/appointments']!['get']!,
  paths: of.paths,
  webhooks: of.webhooks,
  event: of.components['schemas']!['BookingCreatedEvent'] as unknown as {
    properties: { data: Schema }
  },
  scopes: (
    of.components['securitySchemes'] as unknown as {
      oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } }
    }
  ).oauth2.flows.clientCredentials.scopes,
  responses: of.components['responses'] as Record<
    string,
    { content: Record<string, { examples: Record<string, object> }> }
  >,
})

const after = (change: (of: ReturnType<typeof parts>) => void): string[] => {
  const changed = parsed()
  change(parts(changed))
  return breakingChanges(before, changed)
}

const without = (list: unknown, ...values: unknown[]) =>
  (list as unknown[]).filter((value) => !values.includes(value))

const parametersOf = (operation: OpenApiOperation) =>
  operation['parameters'] as {
    name: string
    in: string
    required: boolean
    schema: Record<string, unknown>
  }[]
const parameter = (operation: OpenApiOperation, name: string) =>
  parametersOf(operation).find((it) => it.name === name)!

/** A separate response with these codes. */
const refusing = (...codes: string[]) => ({
  description: 'Refused.',
  content: {
    'application/problem+json': {
      examples: Object.fromEntries(codes.map((code) => [code, {}])),
    },
  },
})

test.each<[title: string, change: Parameters<typeof after>[0], lines: string[]]>([
  [
    'an operation that is gone',
    ({ paths }) => delete paths['/v1/appointments']!['post'],
    ['createAppointment: POST /v1/appointments is gone'],
  ],
  [
    'an operation of another name',
    ({ book }) => (book.operationId = 'bookAppointment'),
    ['createAppointment is called bookAppointment now'],
  ],
  [
    'a filter that is gone',
    ({ list }) =>
      (list['parameters'] = parametersOf(list).filter(({ name }) => name !== 'childId')),
    ['listAppointments query childId is gone'],
  ],
  [
    'a parameter that is new and required',
    ({ list }) =>
      parametersOf(list).push({
        name: 'region',
        required: true,
        schema: { type: 'string' },
        in: 'query',
      }),
    ['listAppointments query region is new and required'],
  ],
  [
    'a parameter that is required from now on',
    ({ list }) => (parameter(list, 'childId').required = true),
    ['listAppointments query childId is required now'],
  ],
  [
    'another default',
    ({ list }) => (parameter(list, 'sort').schema['default'] = 'startsAt'),
    ['listAppointments query sort: the default is "startsAt" now'],
  ],
  [
    'a value that a parameter no longer takes',
    ({ list }) => {
      const { schema } = parameter(list, 'sort')
      schema['enum'] = without(schema['enum'], 'startsAt')
    },
    ['listAppointments query sort: startsAt is gone'],
  ],
  [
    'a member of a body that is gone',
    ({ schema }) => delete schema('CreateAppointment').properties['notes'],
    ['CreateAppointment (sent).notes is gone'],
  ],
  [
    'a member of a body that is required from now on',
    ({ schema }) => schema('CreateAppointment').required.push('serviceId'),
    ['CreateAppointment (sent).serviceId is required now'],
  ],
  [
    'a member of a body that is new and required',
    ({ schema }) => {
      schema('CreateAppointment').properties['reason'] = { type: 'string' }
      schema('CreateAppointment').required.push('reason')
    },
    ['CreateAppointment (sent).reason is new and required'],
  ],
  [
    'a shorter limit of a body',
    ({ schema }) => (schema('CreateAppointment').properties['notes']!['maxLength'] = 10),
    ['CreateAppointment (sent).notes: maxLength is 10 now'],
  ],
  [
    'a pattern that a body must match',
    ({ schema }) => (schema('CreateAppointment').properties['notes']!['pattern'] = '^A'),
    ['CreateAppointment (sent).notes: pattern is "^A" now'],
  ],
  [
    'another type of a member of a body',
    ({ schema }) => (schema('CreateAppointment').properties['notes'] = { type: 'integer' }),
    ['CreateAppointment (sent).notes no longer takes string'],
  ],
  [
    'a member of an answer that is gone',
    ({ schema }) => delete schema('Appointment').properties['endsAt'],
    ['Appointment.endsAt is gone'],
  ],
  [
    'a member of an answer that may be absent',
    ({ schema }) => (schema('Appointment').required = ['id']),
    ['Appointment.startsAt may be absent now'],
  ],
  [
    'a member of an answer that may be null',
    ({ schema }) => (schema('Appointment').properties['startsAt']!['type'] = ['string', 'null']),
    ['Appointment.startsAt may be null'],
  ],
  [
    'another format of a member of an answer',
    ({ schema }) => (schema('Appointment').properties['startsAt']!['format'] = 'date'),
    ['Appointment.startsAt has the format "date"'],
  ],
  [
    'a new value in a list of an answer that is final',
    ({ schema }) => {
      const status = schema('Appointment').properties['status']!
      status['enum'] = [...(status['enum'] as string[]), 'ASLEEP']
    },
    ['Appointment.status: ASLEEP is new'],
  ],
  [
    'a value that is no longer answered',
    ({ schema }) => {
      const status = schema('Appointment').properties['status']!
      status['enum'] = without(status['enum'], 'DECLINED')
    },
    ['Appointment.status: DECLINED is gone'],
  ],
  [
    'another status of a success',
    ({ book }) => {
      book.responses['202'] = book.responses['201']!
      delete book.responses['201']
    },
    ['createAppointment 201 is gone'],
  ],
  [
    'a header that is gone',
    ({ book }) =>
      delete (book.responses['201'] as { headers: Record<string, object> }).headers['Location'],
    ['createAppointment 201 header Location is gone'],
  ],
  [
    'a code of another name',
    ({ book }) => (book.responses['409'] = refusing('slot_occupied')),
    ['createAppointment: code slot_taken is gone, and others are new'],
  ],
  [
    'another status of a code',
    ({ book }) => {
      book.responses['409'] = refusing('slot_unavailable')
      book.responses['422'] = refusing('slot_taken')
    },
    ['createAppointment: code slot_taken answers 422 instead of 409'],
  ],
  [
    'another scope of an operation',
    ({ book }) => (book['security'] = [{ oauth2: ['admin'] }]),
    ['createAppointment: the scope bookings no longer suffices'],
  ],
  [
    'a second scope of an operation',
    ({ book }) => (book['security'] = [{ oauth2: ['bookings', 'admin'] }]),
    ['createAppointment: the scope bookings no longer suffices'],
  ],
  ['a scope that is gone', ({ scopes }) => delete scopes['bookings'], ['scope bookings is gone']],
  [
    'an event that is gone',
    ({ webhooks }) => delete webhooks['booking.created'],
    ['event booking.created is gone'],
  ],
  [
    'a member of an event that is gone',
    ({ event }) => delete event.properties.data.properties['childId'],
    ['BookingCreatedEvent.data.childId is gone'],
  ],
  [
    'a member of an event that may be absent',
    ({ event }) =>
      (event.properties.data.required = without(
        event.properties.data.required,
        'childId',
      ) as string[]),
    ['BookingCreatedEvent.data.childId may be absent now'],
  ],
])('%s is a breaking change', (_, change, lines) => {
  expect(after(change)).toEqual(expect.arrayContaining(lines))
})

test.each<[title: string, change: Parameters<typeof after>[0]]>([
  ['nothing', () => undefined],
  [
    'an operation',
    ({ paths, list }) => (paths['/v1/naps'] = { get: { ...list, operationId: 'n' } }),
  ],
  [
    'an optional parameter',
    ({ list }) =>
      parametersOf(list).push({
        name: 'region',
        required: false,
        schema: { type: 'string' },
        in: 'query',
      }),
  ],
  [
    'an optional member of a body',
    ({ schema }) => (schema('CreateAppointment').properties['reason'] = { type: 'string' }),
  ],
  [
    'a member of a body that may be left out from now on',
    ({ schema }) => (schema('CreateAppointment').required = ['childId']),
  ],
  [
    'a longer limit of a body',
    ({ schema }) => (schema('CreateAppointment').properties['notes']!['maxLength'] = 100_000),
  ],
  [
    'null in a body',
    ({ schema }) => (schema('CreateAppointment').properties['notes']!['type'] = ['string', 'null']),
  ],
  [
    'another form of a member of a body',
    ({ schema }) => {
      const { notes } = schema('CreateAppointment').properties
      schema('CreateAppointment').properties['notes'] = { anyOf: [notes, { type: 'integer' }] }
    },
  ],
  [
    'a value that a parameter takes',
    ({ list }) => {
      const { schema } = parameter(list, 'sort')
      schema['enum'] = [...(schema['enum'] as string[]), 'endsAt']
    },
  ],
  [
    'a member of an answer',
    ({ schema }) => (schema('Appointment').properties['colour'] = { type: 'string' }),
  ],
  [
    'a member of an answer that is always there from now on',
    ({ schema }) => schema('Appointment').required.push('child'),
  ],
  [
    'an answer that is never null from now on',
    ({ schema }) => (schema('Appointment').properties['notes'] = { type: 'string' }),
  ],
  ['other words', ({ schema }) => (schema('Appointment').properties['id']!['description'] = 'Id.')],
  [
    'a header',
    ({ book }) =>
      Object.assign((book.responses['201'] as { headers: object }).headers, { Link: {} }),
  ],
  ['fewer reasons to refuse', ({ book }) => delete book.responses['409']],
  [
    'one more reason to refuse',
    ({ book, responses }) => {
      const { $ref } = book.responses['409'] as unknown as { $ref: string }
      const known =
        responses[$ref.split('/').at(-1)!]!.content['application/problem+json']!.examples
      book.responses['409'] = refusing(...Object.keys(known), 'room_flooded')
    },
  ],
  [
    'another scope that suffices',
    ({ book }) => (book['security'] = [...(book['security'] as object[]), { oauth2: ['admin'] }]),
  ],
  ['a scope', ({ scopes }) => (scopes['naps'] = 'Reads naps.')],
  [
    'a member of an event',
    ({ event }) => (event.properties.data.properties['colour'] = { type: 'string' }),
  ],
  [
    'an event',
    ({ webhooks }) => (webhooks['nap.started'] = { post: { operationId: 'onNap', tags: [] } }),
  ],
])('%s is not a breaking change', (_, change) => {
  expect(after(change)).toEqual([])
})

test('an open list may gain values, and may not lose one', () => {
  const growing = (values: string[]) =>
    after(({ schema }) => {
      schema('Appointment').properties['colour'] = { type: 'string', 'x-extensible-enum': values }
    })
  expect(growing(['RED'])).toEqual([])
  const changed = parsed()
  const red = parsed()
  const at = (of: OpenApiDocument) => parts(of).schema('Appointment').properties
  at(red)['colour'] = { type: 'string', 'x-extensible-enum': ['RED'] }
  at(changed)['colour'] = { type: 'string', 'x-extensible-enum': ['RED', 'BLUE'] }
  expect(breakingChanges(red, changed)).toEqual([])
  expect(breakingChanges(changed, red)).toEqual(['Appointment.colour: BLUE is gone'])
})

test('renaming a component does not change the contract', () => {
  const renamed = JSON.parse(
    text.replaceAll('#/components/schemas/Appointment"', '#/components/schemas/Booking"'),
  ) as OpenApiDocument
  const schemas = renamed.components['schemas']!
  schemas['Booking'] = schemas['Appointment']!
  delete schemas['Appointment']
  expect(breakingChanges(before, renamed)).toEqual([])
})
