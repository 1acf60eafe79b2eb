import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECORDS } from '#vocabulary/resources.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'
import { callerOf } from './callers.ts'
import { needsScenario, validCall } from './scenarios.ts'
import { createWorld, requestOf, type World } from './world.ts'

/**
 * Four simultaneous calls of a verb, each without an idempotency key: each consequence happens once. A verb
 * that starts work must lock its record and check its state first.
 */

const AT_ONCE = 4

/** Verbs whose calls each create another record, with what limits them. */
const MAKES_ANOTHER: Readonly<Record<string, string>> = {
  addSessionNoteAddendum: 'a note has any number of addenda',
  addSessionNote: 'a session can have several notes',
  publishAssessmentInstrumentEdition: 'its editions are numbered',
  correctAssessment: 'each correction says what was wrong',
  matchLead: 'a search, which is kept',
  transferSessionPackage: 'as many sessions as are left',
  startAgentRun: 'as many as limits.runsPerDay and concurrency of the definition allow',
  testWebhookEndpoint: 'an event that is marked as a test',
  recoverWebhookEndpoint: 'an event is delivered once, however many recoveries look for it',
}

/** Verbs that start work which must not start twice: exactly one call succeeds. */
const ONE_SUCCEEDS =
  /^(?:accept|approve|capture|charge|confirm(?!Attendance|Address)|convert|credit|decline|invite|issue|match|merge|offer(?!AgentAsTemplate)|publish|redeliver|reject|remind|resend|retry|reverse|run(?!FollowUpStep)|settle|submit)/

const VERBS = operations.filter(
  (it) => it.method === 'post' && it.path.includes('{id}') && needsScenario(it),
)

let api: TestApi
let world: World
let made: string
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  made = await loadMade()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** The ids of records created by the calls. */
const madeBy = async (answers: readonly ApiAnswer[]): Promise<string[][]> => {
  const rows = await api.query<{ id: string; call: string }>(made, [
    answers.map(({ headers }) => headers.get('x-request-id')),
  ])
  return [...Map.groupBy(rows, ({ call }) => call).values()].map((of) => of.map(({ id }) => id))
}

/** For tables with both columns; rows of one transaction share its number. */
const loadMade = async (): Promise<string> => {
  const having = await api.query<{ table: string }>(
    `SELECT c.relname AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attname IN ('id', 'created_at') AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     GROUP BY c.relname HAVING count(*) = 2`,
  )
  const known = new Set<string | undefined>(Object.values(RECORDS).map(({ table }) => table))
  const tables = having.filter(({ table }) => known.has(table))
  return `
    WITH call AS (SELECT request_id, xmin AS writer, occurred_at FROM audit_entries WHERE request_id = ANY($1))
    SELECT w.id, c.request_id AS call FROM (${tables
      .map(({ table }) => `SELECT id, xmin AS writer, created_at FROM ${table}`)
      .join(' UNION ALL ')}) w
    JOIN call c ON w.writer = c.writer AND w.created_at = c.occurred_at`
}

const callAtOnce = async (operation: Operation) => {
  const request = requestOf(operation, await validCall(operation, world))
  const caller = await callerOf(operation, world)
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => caller.send<object>(request)),
  )
  return { answers, making: await madeBy(answers) }
}

test('the table names existing operations', () => {
  const ids = VERBS.map(({ id }) => id)
  expect(Object.keys(MAKES_ANOTHER).filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id) => ONE_SUCCEEDS.test(id)).length).toBeGreaterThan(40)
})

describe('one of four simultaneous calls has an effect', () => {
  test.each(VERBS.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (id, operation) => {
      const { answers, making } = await callAtOnce(operation)
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses[0]).toBe(operation.status)
      expect(Math.max(...statuses)).toBeLessThan(500)
      const succeeded = statuses.filter((it) => it < 300).length
      if (ONE_SUCCEEDS.test(id) && !(id in MAKES_ANOTHER)) expect([id, succeeded]).toEqual([id, 1])
      if (id in MAKES_ANOTHER) expect(making.length).toBeGreaterThan(1)
      else expect(making.length, JSON.stringify(making)).toBeLessThanOrEqual(1)
    },
  )
})
