import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareRows, readCatalog } from '../support/compare-rows.ts'
import { describeStatement } from '../support/describe-statement.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { sqlCalls } from '../support/sql-calls.ts'

const LISTER = path.join(import.meta.dirname, '../support/list-sql-texts.ts')

interface Call extends Omit<ReturnType<typeof sqlCalls>[number], 'texts'> {
  expressions: { expression: string; texts: string[] | null }[]
}

/** The compiler reads the domain, and its modules are loaded in a separate process. */
const SLOW_MS = 120_000

let database: TestDatabase & AsyncDisposable
let client: pg.Client
let constants: Record<string, string>
let calls: Call[]

beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const found = sqlCalls()
  const listed = textsOf(found)
  constants = listed.constants
  calls = found.map(({ texts, ...call }) => ({
    ...call,
    expressions: texts.map((expression, index) => ({
      expression,
      texts: listed.expressions[`${call.place}:${index}`] ?? null,
    })),
  }))
}, SLOW_MS)

afterAll(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
})

test('PostgreSQL prepares every SQL text of the domain against the schema', async () => {
  const statements = [
    ...Object.entries(constants),
    ...calls.flatMap(({ place, expressions }) =>
      expressions.flatMap(({ texts }) => (texts ?? []).map((text) => [place, text] as const)),
    ),
  ]
  const refused: string[] = []
  for (const [place, text] of statements)
    await describeStatement(client, text).catch((error: Error) =>
      refused.push(`${place}: ${error.message}`),
    )
  expect(refused).toEqual([])
  expect(statements.length).toBeGreaterThan(200)
})

test('each text returns the columns of the row type that its call declares', async () => {
  const catalog = await readCatalog(client)
  const wrong = new Set<string>()
  let compared = 0
  for (const { file, row, expressions } of calls) {
    if (!row) continue
    for (const text of expressions.flatMap(({ texts }) => texts ?? [])) {
      compared += 1
      const columns = await describeStatement(client, text)
      for (const difference of compareRows(row, columns, catalog))
        wrong.add(`${file}: ${difference}`)
    }
  }
  expect([...wrong].toSorted()).toEqual(ALWAYS_THERE)
  expect(compared).toBeGreaterThan(170)
})

/** Columns that are nullable in their table but not in the result, because of a join or a state. */
const ALWAYS_THERE = [
  'domain/agents/agent-run-steps/usage.ts: key may be NULL',
  'domain/agents/catalog/queries/tasks-overdue.ts: dueAt may be NULL',
  'domain/knowledge/answers/rank-passages.ts: language may be NULL',
  'domain/payouts/settlements/load-to-settle.ts: capturedAt may be NULL',
  'domain/receivables/statements/get-statement.ts: description may be NULL',
  'domain/records/discharges/preview-discharge.ts: eventType may be NULL',
  'domain/scheduling/appointment-follow-ups/appointment-facts.ts: childId may be NULL',
  'domain/scheduling/appointment-imports/carry-out-import.ts: childId may be NULL',
  'domain/scheduling/appointment-imports/carry-out-import.ts: endsAt may be NULL',
  'domain/scheduling/appointment-imports/carry-out-import.ts: key may be NULL',
  'domain/scheduling/appointment-imports/carry-out-import.ts: providerId may be NULL',
  'domain/scheduling/appointment-imports/carry-out-import.ts: startsAt may be NULL',
  'domain/scheduling/appointment-imports/rows/outcome.ts: appointmentId may be NULL',
  'domain/scheduling/appointment-imports/rows/outcome.ts: childId may be NULL',
  'domain/scheduling/appointment-imports/rows/outcome.ts: providerId may be NULL',
  'domain/scheduling/appointment-imports/rows/outcome.ts: startsAt may be NULL',
  'domain/scheduling/appointment-imports/rows/outcome.ts: status may be NULL',
  'domain/scheduling/availability/joinable-groups.ts: serviceId may be NULL',
  'domain/scheduling/holds/expire-holds.ts: holdId may be NULL',
  'domain/scheduling/holds/give-up-hold.ts: holdId may be NULL',
  'domain/scheduling/holds/queries.ts: holdId may be NULL',
  'domain/scheduling/holds/release-expired-holds.ts: holdId may be NULL',
]

test('only these texts depend on arguments and are not compared', () => {
  const built = calls.filter(({ expressions }) => expressions.some(({ texts }) => texts === null))
  const files = Map.groupBy(built, ({ file }) => file)
  expect(Object.fromEntries([...files].map(([file, { length }]) => [file, length]))).toEqual(BUILT)
})

/** Number of calls per file: those that pass a text on, and those with one text per table or rule. */
const BUILT = {
  'domain/platform/audit/verify-trail.ts': 1,
  'domain/platform/core/sql/connection.ts': 2,
  'domain/platform/core/sql/create-prisma.ts': 2,
  'domain/platform/core/transactions/transaction.ts': 3,
  'domain/platform/identity/system-sql.ts': 2,

  'domain/analytics/figures/read-sums.ts': 1,
  'domain/analytics/records/read-records.ts': 1,
  'domain/messaging/follow-ups/wake-workflows.ts': 1,
  'domain/messaging/tasks/subject-of-task.ts': 1,
  'domain/messaging/worklist/actions-of.ts': 1,
  'domain/messaging/worklist/count-worklist.ts': 1,
  'domain/messaging/worklist/find-decision.ts': 1,
  'domain/messaging/worklist/load-newly-waiting.ts': 1,
  'domain/messaging/worklist/list-worklist.ts': 1,
  'domain/messaging/worklist/load-entry.ts': 1,
  'domain/organization/tenant-exports/export-tenant.ts': 1,
  'domain/organization/tenants/describe-removal.ts': 1,
  'domain/people/child-merges/move-records.ts': 2,
  'domain/people/children/search-children.ts': 1,
  'domain/platform/audit/audit-journal.ts': 1,
  'domain/platform/audit/seal-round.ts': 1,
  'domain/platform/core/transactions/lock-record.ts': 1,
  'domain/platform/core/lists/counting-reader.ts': 1,
  'domain/platform/core/records/references.ts': 1,
  'domain/platform/identity/confirmation.ts': 1,
  'domain/platform/identity/refresh-tokens.ts': 2,
  'domain/platform/maintenance/purge-expired.ts': 1,
  'domain/platform/outbox/drop-workflow-message.ts': 1,
  'domain/privacy/erasures/erase-rows.ts': 2,
  'domain/privacy/erasures/plan.ts': 1,
  'domain/privacy/erasures/settle-person.ts': 2,
  'domain/privacy/person-exports/sections-of.ts': 1,
}

const textsOf = (found: ReturnType<typeof sqlCalls>) => {
  const asked: Record<string, Record<string, string>> = {}
  for (const { file, place, texts } of found)
    for (const [index, text] of texts.entries()) (asked[file] ??= {})[`${place}:${index}`] = text
  const input = JSON.stringify(asked)
  const listed = execFileSync(process.execPath, [LISTER], { input, maxBuffer: 16 * 1024 * 1024 })
  return JSON.parse(listed.toString()) as {
    constants: Record<string, string>
    expressions: Record<string, string[] | null>
  }
}
