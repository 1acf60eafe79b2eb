import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemOfList, MOST_CSV_ROWS } from '../../api/http/csv-list.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type World } from './world.ts'

/** Every list is also CSV: the same rows, of the same records, in the same trail. */

let api: TestApi
let centre: World
/** Reading adds entries to the audit trail after it. */
let early: string

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  for (const make of [centre.appointment, centre.payment, centre.program]) await make()
  early = api.clock.now().toISOString()
})

afterAll(() => api[Symbol.asyncDispose]())

const LISTS = operations.filter((operation) => itemOfList(operation) !== undefined)

type Item = Record<string, unknown>
interface Page {
  data: Item[]
  nextCursor: string | null
}

const asJson = (operation: Operation, call: Call) =>
  centre.client.send<Page>(requestOf(operation, call))

const asCsv = (operation: Operation, call: Call) =>
  centre.client.send({ ...requestOf(operation, call), headers: { accept: 'text/csv' } })

const takes = ({ query }: Operation, name: string): boolean =>
  name in ((query as { shape?: object } | undefined)?.shape ?? {})

/** The members of an item that are not objects themselves, by their path. */
const leavesOf = (value: unknown, path: string): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, member]) =>
        leavesOf(member, path ? `${path}.${name}` : name),
      )
    : [[path, value]]

/** What a cell shows of a value. */
const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const isPlain = Array.isArray(value) && value.every((it) => typeof it !== 'object')
  const text = isPlain
    ? value.join('; ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

const valueAt = (item: unknown, column: string): unknown =>
  column
    .split('.')
    .reduce<unknown>(
      (within, name) => (typeof within === 'object' ? (within as Item | null)?.[name] : undefined),
      item,
    )

const csvOf = (path: string, accept = 'text/csv') =>
  centre.client.send({ path, headers: { accept } })

const lastRows = (operation: Operation) =>
  api.query<{ changes: object; http_status: number; subject_id: string | null }>(
    `SELECT changes, http_status, subject_id FROM audit_entries
      WHERE action = $1 ORDER BY seq DESC LIMIT 2`,
    [operation.id],
  )

test('many lists exist', () => {
  expect(LISTS.length).toBeGreaterThan(150)
})

describe.each(LISTS.map((operation) => ({ id: operation.id, operation })))(
  '$id',
  ({ operation }) => {
    let call: Call
    beforeAll(async () => {
      call = await validCall(operation, centre)
      if (!takes(operation, 'occurredAt[lt]')) return
      const until = operation.path.includes('{') ? api.clock.now().toISOString() : early
      call.query = { ...call.query, 'occurredAt[lt]': until }
    })

    test('has the rows of its JSON as CSV, under the same entry of the audit trail', async () => {
      const asked = {
        ...call,
        query: { ...call.query, ...(takes(operation, 'limit') && { limit: '5' }) },
      }
      const json = await asJson(operation, asked)
      const csv = await asCsv(operation, asked)
      expect([json.status, csv.status], csv.text).toEqual([200, 200])
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
      for (const answer of [json, csv]) expect(answer.headers.get('vary')).toBe('Accept')
      const [header, ...rows] = parse(csv.text) as [string[], ...string[][]]
      expect(new Set(header).size).toBe(header.length)
      expect(rows).toEqual(
        json.body.data.map((item) => header.map((column) => shown(valueAt(item, column)))),
      )
      const missing = json.body.data
        .flatMap((item) => leavesOf(item, ''))
        .filter(([, value]) => value !== null)
        .filter(([path]) => !header.some((it) => path === it || path.startsWith(`${it}.`)))
      expect(missing).toEqual([])
      const [ofCsv, ofJson] = await lastRows(operation)
      expect(ofCsv).toEqual(ofJson)
    })

    if (takes(operation, 'cursor'))
      test('names the next page in Link', async () => {
        const one = { ...call, query: { ...call.query, limit: '1' } }
        const { nextCursor } = (await asJson(operation, one)).body
        const { headers } = await asCsv(operation, one)
        const [, next] = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
        if (nextCursor === null) return expect(next).toBeUndefined()
        const [json, csv] = await Promise.all([
          centre.client.get<Page>(next!),
          centre.client.send({ path: next!, headers: { accept: 'text/csv' } }),
        ])
        expect(json.status, json.text).toBe(200)
        expect(json.body.data).toHaveLength(1)
        expect(parse(csv.text)).toHaveLength(2)
      })
  },
)

describe('a file', () => {
  const labels = 1_050

  beforeAll(() =>
    api.query(
      `INSERT INTO labels (tenant_id, id, name, created_at, updated_at)
        SELECT $1, 'lbl_01m7zavmhde4es2ts9' || lpad(n::text, 8, '0'), 'Label ' || n, now(), now()
          FROM generate_series(1, $2) AS n`,
      [centre.client.tenantId, labels],
    ),
  )

  test('has the whole list up to 1,000 rows, and names the rest', async () => {
    const { headers, text } = await csvOf('/v1/labels?sort=name')
    expect(headers.get('content-disposition')).toBe('attachment; filename="labels.csv"')
    expect(parse(text)).toHaveLength(1 + MOST_CSV_ROWS)
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(headers.get('link')!) ?? []
    const rest = await csvOf(next)
    expect(rest.headers.get('link')).toBeNull()
    const names = [text, rest.text].flatMap((file) =>
      parse<{ name: string }>(file, { columns: true }).map(({ name }) => name),
    )
    const all = await api.query<{ name: string }>(
      'SELECT name FROM labels WHERE tenant_id = $1 AND archived_at IS NULL',
      [centre.client.tenantId],
    )
    expect(names.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  })

  test('has a page if a limit is sent', async () => {
    const { text, headers } = await csvOf('/v1/labels?limit=2')
    expect(parse(text)).toHaveLength(3)
    expect(headers.get('link')).toContain('limit=2')
  })

  test('has the columns of expanded records, even of none', async () => {
    await centre.appointment()
    const { text } = await csvOf('/v1/appointments?expand=child&limit=1')
    const [header, row] = parse(text) as [string[], string[]]
    const firstName = row[header.indexOf('child.firstName')]
    expect(firstName).toBeTruthy()
    const empty = await csvOf(
      '/v1/appointments?expand=child&limit=1&startsAt[lt]=1990-01-01T00:00Z',
    )
    expect(parse(empty.text)).toEqual([header])
  })

  test('evaluates no formula of a name', async () => {
    const name = '=HYPERLINK("https://example.com","+1")'
    const { id } = await centre.make('/v1/labels', { name })
    const { text } = await csvOf(`/v1/labels?ids=${id}`)
    expect(parse<Item>(text, { columns: true })).toMatchObject([{ id, name: `'${name}` }])
  })

  test.each([
    ['text/csv', 'text/csv'],
    ['text/csv;q=0.9, application/json;q=0.5', 'text/csv'],
    ['text/csv, */*', 'text/csv'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const { headers } = await csvOf('/v1/labels?limit=1', accept)
    expect(headers.get('content-type')).toMatch(new RegExp(`^${type}`))
  })

  test('is refused with a problem document', async () => {
    const { status, headers } = await csvOf('/v1/labels?cursor=nothing')
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  })

  test('of one record is its JSON', async () => {
    const { id } = await centre.make('/v1/labels', { name: 'Alone' })
    expect((await csvOf(`/v1/labels/${id}`)).body).toMatchObject({ id })
  })
})
