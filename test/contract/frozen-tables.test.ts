import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { callerOf } from './callers.ts'
import { validCall } from './scenarios.ts'
import { requestOf, createWorld, type World } from './world.ts'

/** Restriction of processing in the database: every table of a person, and every row in it. */

let api: TestApi
let centre: World

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

interface Trigger {
  table: string
  name: string
  when: string | null
  columns: string[]
}

const triggers = () =>
  api.query<Trigger>(
    `SELECT tgrelid::regclass::text AS "table", tgname AS name,
       substring(pg_get_triggerdef(oid) FROM ' WHEN \\((.*)\\) EXECUTE ') AS "when",
       string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000') AS columns
     FROM pg_trigger WHERE tgfoid = 'therapy.refuse_restricted'::regproc ORDER BY 1, 2`,
  )

const tablesWith = (reason: 'notFrozen' | 'allowedWhileRestricted') =>
  Object.keys(PERSON_TABLES).filter((name) => PERSON_TABLES[name]![reason] !== undefined)

test('every table of a person is frozen whole, or says why it is not', async () => {
  const byTable = Map.groupBy(await triggers(), ({ table }) => table)
  const named = [...byTable.keys(), ...tablesWith('notFrozen')]
  expect(named.toSorted()).toEqual(Object.keys(PERSON_TABLES).toSorted())
  for (const [table, of] of byTable)
    expect([table, ...of.map(({ name }) => name)]).toEqual([
      table,
      'restricted_change',
      'restricted_new',
      'restricted_removal',
    ])
  // Only the removal of a closed centre may delete rows.
  for (const { name, when } of [...byTable.values()].flat())
    if (name === 'restricted_removal') expect(when).toBe(`(CURRENT_USER <> 'therapy_closer'::name)`)
  const conditional = [...byTable].filter(([, of]) =>
    of.some(({ name, when }) => when && name !== 'restricted_removal'),
  )
  expect(conditional.map(([table]) => table).toSorted()).toEqual(
    tablesWith('allowedWhileRestricted').toSorted(),
  )
})

test('the trigger runs after the foreign keys have locked the person', async () => {
  const names = await api.query<{ name: string }>(
    `SELECT DISTINCT tgname AS name FROM pg_trigger WHERE tgisinternal AND tgname LIKE 'RI_ConstraintTrigger_c%'`,
  )
  expect(names.length).toBeGreaterThan(0)
  for (const { name } of names) expect(name < 'restricted_change').toBe(true)
})

test('the trigger recognizes every row of a child or client', async () => {
  for (const operation of operations)
    if (operation.method !== 'get')
      await (
        await callerOf(operation, centre)
      ).send(requestOf(operation, await validCall(operation, centre)))
  await centre.feedback()
  await centre.childsMatch()
  await centre.childsModelCall()
  await centre.childsKeptAnswer((await centre.child()).id)
  await centre.sessionWithOthers()
  await centre.make('/v1/calendar-feeds', { subjectId: (await centre.child()).id })
  const clientId = (await centre.family()).id
  await centre.make('/v1/reminder-policies', { clientId, offsetsMinutes: [60] })
  const { tenantId } = centre.client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const seen = new Set<string>()
  const wrong: string[] = []
  const frozen = Map.groupBy(await triggers(), ({ table }) => table)
  for (const kind of ['child', 'client'] as const) {
    const table = kind === 'child' ? 'children' : 'clients'
    const people = await api.query<{ id: string }>(`SELECT id FROM ${table} WHERE tenant_id = $1`, [
      tenantId,
    ])
    const looked = Object.entries(PERSON_TABLES).flatMap(([name, { [kind]: whose }]) => {
      const [trigger] = frozen.get(name) ?? []
      return whose && trigger ? [{ name, whose, columns: trigger.columns }] : []
    })
    // One statement for all tables of a person.
    const known = looked.map(({ name, whose, columns }) => {
      // An e-mail about a step of a run asks for a decision and concerns no single child.
      const of = `${whose.rows('t')}${name === 'messages' ? " AND t.subject_type <> 'agentRunStep'" : ''}`
      const arrayOf = columns.map((column) => `'${column}'`).join(', ')
      return `SELECT '${name}' AS name, bool_and(COALESCE(
          $2 && therapy.persons_of(to_jsonb(t), ARRAY[${arrayOf}]::text[]), false)) AS known
        FROM ${name} t WHERE t.tenant_id = $1 AND ${of} HAVING count(*) > 0`
    })
    const statement = known.join(' UNION ALL ')
    for (const { id } of people)
      await read(ctx, 'children:read', async (reader) => {
        const ids = kind === 'child' ? await recordIdsOf(reader, [id]) : []
        const rows = await reader.sql<{ name: string; known: boolean }>(statement, [
          tenantId,
          [id],
          ...(statement.includes('$3') ? [ids] : []),
        ])
        for (const { name, known: isKnown } of rows) {
          seen.add(name)
          if (!isKnown) wrong.push(`${name} of ${id}`)
        }
      })
  }
  expect(wrong).toEqual([])
  const looked = Object.keys(PERSON_TABLES).filter((name) => frozen.has(name))
  expect(looked.filter((name) => !seen.has(name))).toEqual([])
}, 300_000)
