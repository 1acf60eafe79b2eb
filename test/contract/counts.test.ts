import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { itemOfList } from '../../api/http/csv-list.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type World } from './world.ts'

/** Every list counts its items on request, with its own filters and for its own callers. */

let api: TestApi
let centre: World
let bound: ApiClient
/** Reading adds entries to the audit trail after it. */
let early: string

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  const { providerId } = await centre.appointment()
  bound = await api.createClient(centre.client.tenantId, { providerId: providerId as string })
  early = api.clock.now().toISOString()
})

afterAll(() => api[Symbol.asyncDispose]())

/** Lists with a total of another kind, and those that show the best matches only. */
const UNCOUNTED = [
  'getLocationAnalytics',
  'listAnalyticsRecords',
  'searchChildren',
  'searchClients',
  'searchFamilies',
]

const LISTS = operations.filter(
  (operation) => itemOfList(operation) !== undefined && !UNCOUNTED.includes(operation.id),
)

type Item = Record<string, unknown>

interface Page {
  data: Item[]
  nextCursor: string | null
  total?: number
  totalIsExact?: boolean
}

const takes = ({ query }: Operation, name: string): boolean =>
  name in ((query as { shape?: object } | undefined)?.shape ?? {})

const ask = (client: ApiClient, operation: Operation, call: Call, query: object = {}) =>
  client.send<Page>(requestOf(operation, { ...call, query: { ...call.query, ...query } }))

/** The number of items on all pages. */
const walk = async (client: ApiClient, operation: Operation, call: Call): Promise<number> => {
  if (!takes(operation, 'cursor')) return (await ask(client, operation, call)).body.data.length
  let items = 0
  let cursor: string | null = null
  do {
    const query: object = { limit: '100', ...(cursor && { cursor }) }
    const { body }: { body: Page } = await ask(client, operation, call, query)
    items += body.data.length
    cursor = body.nextCursor
  } while (cursor)
  return items
}

const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    const texts = (spy.mock.calls as unknown as [string | { text: string }][]).map(([query]) =>
      typeof query === 'string' ? query : query.text,
    )
    return texts.filter(
      (text) => /^\s*(?:SELECT|WITH)\b/.test(text) && !/tokens|rate_limits/.test(text),
    ).length
  } finally {
    spy.mockRestore()
  }
}

/** The worklist is read once for each sight of the caller. */
const mostStatements = ({ id }: Operation): number => (id === 'listWorklist' ? 5 : 1)

test('every list counts', () => {
  expect(LISTS.length).toBeGreaterThan(150)
  expect(LISTS.filter((operation) => !takes(operation, 'count')).map(({ id }) => id)).toEqual([])
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

    test('has its total on request, in one more statement', async () => {
      const small = takes(operation, 'limit') ? { limit: '1' } : {}
      const counted = () => ask(centre.client, operation, call, { ...small, count: 'true' })
      const { status, text, body } = await counted()
      expect(status, text).toBe(200)
      const all = await walk(centre.client, operation, call)
      expect([body.total, body.totalIsExact]).toEqual([all, true])
      const plain = () => ask(centre.client, operation, call, small)
      expect((await plain()).body).not.toHaveProperty('total')
      const [with_, without] = [await countStatements(counted), await countStatements(plain)]
      expect(with_ - without).toBeLessThanOrEqual(mostStatements(operation))
      if (body.nextCursor) {
        const next = await ask(centre.client, operation, call, {
          ...small,
          cursor: body.nextCursor,
          count: 'true',
        })
        expect(next.body.total).toBe(all)
      }
    })

    test('counts what a caller limited to a caseload sees', async () => {
      const { status, body } = await ask(bound, operation, call, { count: 'true' })
      if (status === 200) expect(body.total).toBe(await walk(bound, operation, call))
      else expect([403, 404]).toContain(status)
    })
  },
)

test('the total follows filters', async () => {
  const [one, other] = [await centre.child(), await centre.child()]
  const { body } = await centre.client.get<Page>(
    `/v1/children?ids=${one.id},${other.id}&limit=1&count=true`,
  )
  expect(body.total).toBe(2)
})

test('beyond 10,000 items the total is a lower bound', async () => {
  await api.query(
    `INSERT INTO labels (tenant_id, id, name, created_at, updated_at)
      SELECT $1, 'lbl_01m7zavmhde4es2ts9' || lpad(n::text, 8, '0'), 'Many ' || n, now(), now()
        FROM generate_series(1, 10050) AS n`,
    [centre.client.tenantId],
  )
  const { body } = await centre.client.get<Page>('/v1/labels?limit=1&count=true')
  expect(body).toMatchObject({ total: 10_000, totalIsExact: false })
})

const SUMMED = operations.filter((operation) => takes(operation, 'totals'))

test('lists of money and of sessions add up', () => {
  expect(SUMMED.map(({ id }) => id).toSorted()).toEqual([
    'listCreditBalances',
    'listInvoices',
    'listOrders',
    'listPayments',
    'listRefunds',
    'listSessions',
  ])
})

test.each(SUMMED.map((operation) => ({ id: operation.id, operation })))(
  '$id adds up what it lists',
  async ({ operation }) => {
    for (const _ of ['one', 'another']) await validCall(operation, centre)
    const call = await validCall(operation, centre)
    for (const client of [centre.client, bound]) {
      const { status, body } = await ask(client, operation, call, { totals: 'true', limit: '100' })
      if (status === 403) continue
      const { totals, data } = body as Page & { totals: Item[] }
      expect(body.nextCursor).toBeNull()
      expect(totals.reduce((sum, { count }) => sum + Number(count), 0)).toBe(data.length)
      for (const total of totals) {
        const names = Object.keys(total).filter((name) => typeof total[name] === 'string')
        const items = data.filter((item) => names.every((name) => item[name] === total[name]))
        expect(total['count']).toBe(items.length)
        const sums = Object.keys(total).filter(
          (name) => typeof total[name] === 'number' && !['count', 'minutes'].includes(name),
        )
        expect(sums.length).toBeGreaterThan(0)
        for (const name of sums) {
          expect(items[0], name).toHaveProperty(name)
          expect(total[name]).toBe(items.reduce((sum, item) => sum + Number(item[name]), 0))
        }
      }
    }
    const plain = await ask(centre.client, operation, call)
    expect(plain.body).toMatchObject({ totals: null })
  },
)

test('sessions add up their minutes', async () => {
  const { id } = await centre.session()
  const { body } = await centre.client.get<Page & { totals: Item[] }>(
    `/v1/sessions?ids=${id}&totals=true`,
  )
  const { startedAt, endedAt } = body.data[0]!
  const minutes = (Date.parse(endedAt as string) - Date.parse(startedAt as string)) / 60_000
  expect(body.totals).toMatchObject([{ count: 1, minutes: Math.round(minutes) }])
})
