import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUERIES } from '#agents/catalog/queries/index.ts'
import { runQuery } from '#agents/catalog/run-query.ts'
import type { Context } from '#platform/core/context.ts'
import { permissionsIn, type Actor } from '#platform/core/permissions.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { actingIn, ALL_PERMISSIONS } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** On this day the world is asked. */
const NOW = '2027-02-01T09:00:00Z'

let api: TestApi
let centre: World
let elsewhere: World
/** Somebody with a caseload of nobody. */
let providerId: string
let formTemplateId: string
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  elsewhere = createWorld(api, await api.createTenant())
  providerId = (await centre.provider()).id
  formTemplateId = (await centre.formTemplate()).id
  for (const make of Object.values(MADE)) await make(centre)
  api.clock.set(NOW)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const as = ({ client }: World, actor?: Partial<Actor>) => actingIn(api, client, actor)

/** An appointment of the past, that took place. */
const visit = async (world: World): Promise<Made> => {
  const made = await world.appointment()
  await api.query(
    `UPDATE appointments SET status = 'COMPLETED', starts_at = '2027-01-20T09:00Z', ends_at = '2027-01-20T10:00Z',
       busy_from = '2027-01-20T09:00Z', busy_until = '2027-01-20T10:00Z'
     WHERE tenant_id = $1 AND id = $2`,
    [world.client.tenantId, made.id],
  )
  return made
}

const bookedFor = async (world: World, startsAt: string) => {
  const { id: serviceId } = await world.service()
  const booking = { ...(await world.booking()), serviceId, startsAt }
  return world.make('/v1/appointments', booking)
}

/** Of each query, records that it finds. */
const MADE: Record<string, (world: World) => Promise<unknown>> = {
  appointments_of_tomorrow_without_form: (world) => bookedFor(world, '2027-02-02T10:00:00+01:00'),
  appointments_without_note: visit,
  children_due_for_assessment: async (world) => {
    const { childId } = await world.assessmentSchedule()
    const { id: clientId } = await world.family()
    await world.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
    await world.make('/v1/guardianships', {
      childId: childId as string,
      clientId,
      relationship: 'mother',
      legal: true,
    })
  },
  children_without_next_appointment: visit,
  completed_appointments: visit,
  early_intervention_deadlines_near: (world) => world.program(),
  goals_without_progress: (world) => world.goal(),
  leads_waiting: (world) => world.lead(),
  onboardings_waiting: (world) => world.onboarding(),
  programs_without_check_in: (world) => world.program(),
  tasks_overdue: async (world) =>
    world.make('/v1/tasks', { ...(await world.newTask()), dueAt: '2026-12-01T09:00:00Z' }),
  unpaid_orders: (world) => world.order(),
  waitlist_entries: (world) => world.waitlistEntry(),
}

/** What has to be said, or asked more widely than usual. */
const parametersOf = (query: string): Json => {
  if (query === 'appointments_of_tomorrow_without_form') return { formTemplateId }
  return query === 'completed_appointments' ? { withinHours: 2_232 } : {}
}

test('each query has records here', () => {
  expect(Object.keys(MADE).toSorted()).toEqual(Object.keys(QUERIES).toSorted())
})

describe.each(Object.keys(QUERIES))('%s', (query) => {
  const ask = (ctx: Context, more: Json = {}) =>
    runQuery(ctx, { query, parameters: { ...parametersOf(query), ...more } })

  test('finds the records of the centre, and not those of another', async () => {
    const { rows, truncated } = await ask(as(centre))
    expect(rows.length).toBeGreaterThan(0)
    expect(truncated).toBe(false)
    expect((await ask(as(elsewhere)).catch(() => ({ rows: [] }))).rows).toEqual([])
  })

  test('shows nothing to who has a caseload of nobody', async () => {
    const { rows } = await ask(as(centre, { providerId }))
    expect(rows).toEqual([])
  })

  test('is refused to whoever lacks one of its permissions', async () => {
    for (const lost of permissionsIn(QUERIES[query]!.needs)) {
      const permissions = new Set([...ALL_PERMISSIONS].filter((permission) => permission !== lost))
      await expect(ask(as(centre, { permissions }))).rejects.toMatchObject({
        code: 'insufficient_scope',
      })
    }
  })

  test('takes the parameters that it names, and no SQL', async () => {
    await expect(ask(as(centre), { sql: 'SELECT 1' })).rejects.toMatchObject({
      issues: [{ path: 'parameters.sql', code: 'unknown_member' }],
    })
  })
})
