import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUERIES } from '#agents/catalog/queries/index.ts'
import { runQuery } from '#agents/catalog/run-query.ts'
import type { Context } from '#platform/core/context/context.ts'
import { permissionsIn, type Actor } from '#platform/core/access/permissions.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { actingIn, ALL_PERMISSIONS } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { ASKED_AT, recordsOfQueries } from './records-of-queries.ts'

let api: TestApi
let centre: World
let elsewhere: World
/** A caller with an empty caseload. */
let providerId: string
let formTemplateId: string
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  elsewhere = createWorld(api, await api.createTenant())
  providerId = (await centre.provider()).id
  formTemplateId = (await centre.formTemplate()).id
  for (const make of Object.values(recordsOfQueries(api))) await make(centre)
  api.clock.set(ASKED_AT)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const as = ({ client }: World, actor?: Partial<Actor>) => actingIn(api, client, actor)

/** Parameters that are required, or must be wider than the default. */
const parametersOf = (query: string): Json => {
  if (query === 'appointments_of_tomorrow_without_form') return { formTemplateId }
  if (query === 'location_figures') return { periods: 4 }
  return query === 'completed_appointments' ? { withinHours: 2_232 } : {}
}

test('each query has test records', () => {
  expect(Object.keys(recordsOfQueries(api)).toSorted()).toEqual(Object.keys(QUERIES).toSorted())
})

describe.each(Object.keys(QUERIES))('%s', (query) => {
  const ask = (ctx: Context, more: Json = {}) =>
    runQuery(ctx, { query, parameters: { ...parametersOf(query), ...more } })

  test('finds the records of the centre and none of another', async () => {
    const { rows, truncated } = await ask(as(centre))
    expect(rows.length).toBeGreaterThan(0)
    expect(truncated).toBe(false)
    expect((await ask(as(elsewhere)).catch(() => ({ rows: [] }))).rows).toEqual([])
  })

  test('returns nothing to a caller with an empty caseload', async () => {
    const ofCentre = query === 'location_figures'
    const shown = ask(as(centre, { providerId }))
    if (ofCentre) await expect(shown).rejects.toMatchObject({ code: 'insufficient_scope' })
    else expect((await shown).rows).toEqual([])
  })

  test('refuses a caller who lacks one of its permissions', async () => {
    for (const lost of permissionsIn(QUERIES[query]!.needs)) {
      const permissions = new Set([...ALL_PERMISSIONS].filter((permission) => permission !== lost))
      await expect(ask(as(centre, { permissions }))).rejects.toMatchObject({
        code: 'insufficient_scope',
      })
    }
  })

  test('accepts only its named parameters, and no SQL', async () => {
    await expect(ask(as(centre), { sql: 'SELECT 1' })).rejects.toMatchObject({
      issues: [{ path: 'parameters.sql', code: 'unknown_member' }],
    })
  })
})
