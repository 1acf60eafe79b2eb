import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { listedBy } from '#platform/core/schemas/comma-separated.ts'
import { namedBy, newId, type Entity } from '#platform/core/records/ids.ts'
import { RECORDS, type RecordTable } from '#vocabulary/resources.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type World } from './world.ts'

/** Rules for every list: it can be synchronized by changes, and takes ids and several values of a filter. */

let api: TestApi
let centre: World
let elsewhere: ApiClient
let stranger: ApiClient
/** Reading adds entries after it. */
let early: string

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  elsewhere = await api.createTenant()
  for (const [index, operation] of operations.filter(retrieves).entries()) {
    for (const _ of ['one', 'another']) await validCall(operation, centre)
    if (index === 4) early = api.clock.now().toISOString()
  }
  for (const _ of ['one', 'another']) await centre.goalReview()
  const { id: providerId } = await centre.provider()
  stranger = await api.createClient(centre.client.tenantId, { providerId })
})

afterAll(() => api[Symbol.asyncDispose]())

const retrieves = ({ method, path, sunset }: Operation) =>
  method === 'get' && path.endsWith('/{id}') && !sunset

type Item = Record<string, unknown> & { id: string; updatedAt: string }
interface Page {
  data: Item[]
  nextCursor: string | null
}
type Query = Record<string, string>

const shapeOf = ({ query }: Operation) => (query as z.ZodObject).shape as z.ZodRawShape

/** Derived from other records, whose lists can be synchronized. */
const VIEWS = new Set([
  'listAnalyticsRecords',
  'listChildTimeline',
  'listEarlyInterventionComplianceChildren',
  'listEarlyInterventionOutcomeChildren',
  'listLedgerEntries',
  'listWorklist',
])

const LISTS = operations.filter(
  ({ id, query, sunset }) =>
    query instanceof z.ZodObject && 'cursor' in query.shape && !sunset && !VIEWS.has(id),
)

/** Lists of immutable records. Their creation time is their updatedAt. */
const WRITTEN_ONCE: Record<string, string> = {
  listAssessmentInstrumentEditions: 'a changed instrument is another edition',
  listFamilyCheckInQuestionSets: 'changed questions are another set',
  listChannelConsents: 'what somebody said another time is another record',
  listClockSets: 'changed clocks are another set',
  listAppointmentChanges: 'each says what was done once',
  listFeedback: 'what somebody answered stays as it is',
  listEvents: 'what happened stays as it is',
  listAuditEntries: 'the trail is only added to',
  listAuditSeals: 'the trail is only added to',
  listTherapistMatches: 'another match is another record',
  listSplitTerms: 'changed terms are others',
  listAgentReplayResults: 'a result is shown once it is settled, and settled once',
  listLedgerAccounts: 'an account is opened once, and never changed',
  listPeriodLocks: 'locking or unlocking another time is another record',
  listChildDisclosures: 'entries of the trail',
  listSessionPackageMovements: 'a movement is made once',
  listCreditMovements: 'a movement is made once',
}

const follows = ({ id }: Operation) => !Object.hasOwn(WRITTEN_ONCE, id)

/** Everything a list can show, including archived records and distant deadlines. */
const everything = (operation: Operation): Query => ({
  limit: '100',
  ...('state' in shapeOf(operation) && { state: 'all' }),
  ...(operation.id === 'listEarlyInterventionDeadlines' && {
    status: 'AT_RISK,MISSED,PAUSED,ON_TRACK',
  }),
})

/** All pages, or the one a limit asks for. */
const ask = async (
  client: ApiClient,
  operation: Operation,
  call: Call,
  query: Query = {},
): Promise<Page> => {
  const all = { ...everything(operation), ...call.query, ...query }
  const answer = await client.send<Page>(requestOf(operation, { ...call, query: all }))
  expect(answer.status, answer.text).toBe(200)
  const { nextCursor: cursor } = answer.body
  const data = answer.body.data.map((item) => ({ ...item, id: idOf(item) }))
  if (!cursor || 'limit' in query) return { ...answer.body, data }
  const rest = await ask(client, operation, call, { ...query, cursor })
  return { ...rest, data: [...data, ...rest.data] }
}

/** A place in a group is an appointment and has such an id. */
const idOf = (item: Item) => item.id ?? item['appointmentId']

const membersOf = ({ response }: Operation) => {
  const { data } = (response as z.ZodObject).shape as { data: z.ZodArray<z.ZodObject> }
  return data.element.shape as z.ZodRawShape
}

const idsOf = (items: readonly Item[]) => items.map(idOf)

/** The filters on closed lists, by name. */
const choicesOf = (operation: Operation): [name: string, options: string[]][] =>
  Object.entries(shapeOf(operation)).flatMap(([name, schema]) => {
    const element = listedBy(schema)?.element
    const isFilter = element instanceof z.ZodEnum && name !== 'expand'
    return isFilter ? [[name, element.options as string[]] as [string, string[]]] : []
  })

/** A session that needs no note neither has one nor lacks one. */
const NEITHER = 'noteSigned'

/** Parameters that request more of the answer. */
const REQUESTS = ['count']

/** The filters by a fact. */
const factsOf = (operation: Operation): string[] =>
  Object.entries(shapeOf(operation)).flatMap(([name, schema]) =>
    !REQUESTS.includes(name) &&
    schema instanceof z.ZodOptional &&
    schema.unwrap() instanceof z.ZodEnum &&
    String((schema.unwrap() as z.ZodEnum).options) === 'true,false'
      ? [name]
      : [],
  )

const entityOf = (operation: Operation): Entity =>
  namedBy(listedBy(shapeOf(operation)['ids']!)!.element) as Entity

/** Counts statements that read records; those for authentication and audit are sporadic. */
const countReads = async (work: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    const texts = (spy.mock.calls as unknown as [string | { text: string }][]).map(([query]) =>
      typeof query === 'string' ? query : query.text,
    )
    return texts.filter(
      (text) => text.trimStart().startsWith('SELECT') && !/tokens|rate_limits|disclos/.test(text),
    ).length
  } finally {
    spy.mockRestore()
  }
}

const before = ([time, id]: [string, string], [otherTime, otherId]: [string, string]) =>
  time < otherTime || (time === otherTime && id < otherId)

test('many lists exist, and few of immutable records', () => {
  expect(LISTS.length).toBeGreaterThan(60)
  expect(
    LISTS.filter((it) => !follows(it))
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(Object.keys(WRITTEN_ONCE).toSorted())
})

test('a filter on a closed list always takes several values', () => {
  const single = LISTS.flatMap((operation) =>
    Object.entries(shapeOf(operation))
      .filter(([name, schema]) => !['sort', 'state'].includes(name) && isEnum(schema))
      .map(([name]) => `${operation.id} ${name}`),
  )
  expect(single).toEqual([])
})

const isEnum = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isEnum(schema.unwrap())
  return schema instanceof z.ZodEnum && String(schema.options) !== 'true,false'
}

test('records with a status can be filtered by it', () => {
  const missing = LISTS.filter((operation) => {
    return (
      membersOf(operation)['status'] && !choicesOf(operation).some(([name]) => name === 'status')
    )
  })
  expect(missing.map(({ id }) => id)).toEqual(['listAppointmentImportRows'])
})

describe.each(LISTS.map((operation) => ({ id: operation.id, operation })))(
  '$id',
  ({ id, operation }) => {
    let call: Call
    let all: Item[]
    beforeAll(async () => {
      call = await validCall(operation, centre)
      if ('occurredAt[lt]' in shapeOf(operation)) {
        const until = operation.path.includes('{') ? api.clock.now().toISOString() : early
        call.query = { ...call.query, 'occurredAt[lt]': until }
      }
      ;({ data: all } = await ask(centre.client, operation, call))
      expect(all.length, `records of ${id}`).toBeGreaterThan(0)
    })

    test('finds records by ids, within the tenant and the caseload', async () => {
      const asked = idsOf(all).slice(0, 2)
      const nobodys = newId(entityOf(operation))
      const ids = [...asked, nobodys].join(',')
      const { data } = await ask(centre.client, operation, call, { ids })
      expect(idsOf(data).toSorted()).toEqual(asked.toSorted())
      if (!operation.path.includes('{'))
        expect((await ask(elsewhere, operation, call, { ids })).data).toEqual([])
      const limited = await stranger.send<Page>(
        requestOf(operation, { ...call, query: { ...everything(operation), ...call.query } }),
      )
      if (limited.status === 200) {
        const seen = idsOf(limited.body.data)
        const { data: found } = await ask(stranger, operation, call, { ids })
        expect(idsOf(found).toSorted()).toEqual(
          asked.filter((one) => seen.includes(one)).toSorted(),
        )
      }
      const many = Array.from({ length: 101 }, () => newId(entityOf(operation))).join(',')
      const refused = await centre.client.send(
        requestOf(operation, { ...call, query: { ...call.query, ids: many } }),
      )
      expect(refused.status).toBe(400)
    })

    test('uses as many statements for many records as for one', async () => {
      const one = () => ask(centre.client, operation, call, { ids: all[0]!.id })
      const several = () => ask(centre.client, operation, call, { limit: '100' })
      await one()
      await several()
      expect(await countReads(several)).toBeLessThanOrEqual(await countReads(one))
    })

    if (choicesOf(operation).length > 0)
      test('accepts several values of a filter', async () => {
        for (const [name, options] of choicesOf(operation)) {
          const seen = all
            .map((item: Record<string, unknown>) => item[name])
            .filter((it) => options.includes(it as string))
          const values = [...new Set([...(seen as string[]), ...options])].slice(0, 2)
          const byOne = await Promise.all(
            values.map(
              async (value) => (await ask(centre.client, operation, call, { [name]: value })).data,
            ),
          )
          const { data } = await ask(centre.client, operation, call, { [name]: values.join(',') })
          expect(idsOf(data).toSorted(), name).toEqual([...new Set(idsOf(byOne.flat()))].toSorted())
          for (const item of data as Record<string, unknown>[])
            if (name in item) expect(values, name).toContain(item[name])
        }
      })

    if (factsOf(operation).length > 0)
      test('filters by whether a fact is present', async () => {
        for (const name of factsOf(operation)) {
          const found = await Promise.all(
            ['true', 'false'].map(
              async (value) => (await ask(centre.client, operation, call, { [name]: value })).data,
            ),
          )
          const told = found.flatMap(idsOf)
          expect(new Set(told).size, name).toBe(told.length)
          const neither = idsOf(all).filter((it) => !told.includes(it))
          if (name !== NEITHER) expect(neither, name).toEqual([])
        }
      })

    if (follows(operation))
      test('can be synchronized by changes', async () => {
        const keys = (items: Item[]) =>
          items.map((item) => [item.updatedAt, item.id] as [string, string])
        const { data: inOrder } = await ask(centre.client, operation, call, { sort: 'updatedAt' })
        expect(idsOf(inOrder).toSorted()).toEqual(idsOf(all).toSorted())
        const sorted = keys(inOrder)
        for (const [index, key] of sorted.entries())
          if (index > 0) expect(before(sorted[index - 1]!, key), String(key)).toBe(true)
        const { data: latest } = await ask(centre.client, operation, call, { sort: '-updatedAt' })
        expect(idsOf(latest)).toEqual(idsOf(inOrder).toReversed())

        const walked: string[] = []
        let cursor: string | null = null
        do {
          const query: Query = { sort: 'updatedAt', limit: '3', ...(cursor && { cursor }) }
          const page: Page = await ask(centre.client, operation, call, query)
          walked.push(...idsOf(page.data))
          cursor = page.nextCursor
        } while (cursor && walked.length < 9)
        expect(walked).toEqual(idsOf(inOrder).slice(0, walked.length))

        const { updatedAt } = inOrder[Math.floor(inOrder.length / 2)]!
        const since = await ask(centre.client, operation, call, { 'updatedAt[gte]': updatedAt })
        const until = await ask(centre.client, operation, call, { 'updatedAt[lt]': updatedAt })
        expect(idsOf(since.data).toSorted()).toEqual(
          idsOf(all.filter((item) => item.updatedAt >= updatedAt)).toSorted(),
        )
        expect(idsOf(until.data).toSorted()).toEqual(
          idsOf(all.filter((item) => item.updatedAt < updatedAt)).toSorted(),
        )
      })

    test('has an indexed updatedAt, unless its records never change', async () => {
      expect('updatedAt' in membersOf(operation)).toBe(follows(operation))
      // Records within one record are found by that record first.
      if (!follows(operation) || operation.path.includes('{')) return
      const { table } = RECORDS[entityOf(operation)] as { table: RecordTable }
      const indexes = await api.query<{ columns: string }>(
        `SELECT pg_get_indexdef(indexrelid) AS columns FROM pg_index WHERE indrelid = $1::regclass`,
        [table],
      )
      expect(indexes.map(({ columns }) => columns).join('\n')).toContain(
        '(tenant_id, updated_at, id)',
      )
    })
  },
)
