import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { CreateAppointment } from '#scheduling/appointments/schemas.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { eventually } from '../../workflows/support.ts'
import { book, openFamily, restrict, type Family } from './centre.ts'

/** Simultaneous restrictions and writes of a person: no write happens after the restriction. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** An uncommitted transaction that has written a row of the child. */
const writing = async ({ centre, childId }: Family) => {
  const client = new Client({ connectionString: api.database.appUrl })
  await client.connect()
  await client.query(`BEGIN; SET LOCAL app.tenant = '${centre.tenantId}'`)
  const insert = () =>
    client.query(
      `INSERT INTO calendar_feeds (tenant_id, id, child_id, token_hash, created_at, updated_at)
       VALUES ($1, 'cal_' || substr($2, 5), $2, $2, now(), now())`,
      [centre.tenantId, childId],
    )
  return { client, insert, [Symbol.asyncDispose]: () => client.end() }
}

test('a restriction waits for writes in progress', async () => {
  const family = await openFamily(api)
  await using other = await writing(family)
  await other.insert()
  let started = false
  const restricting = restrict(family.centre, { childId: family.childId }).then(
    () => (started = true),
  )
  await someoneWaits()
  expect(started).toBe(false)
  await other.client.query('COMMIT')
  await restricting
})

test('a write that starts during a restriction waits for it and is refused', async () => {
  const family = await openFamily(api)
  const { centre, childId } = family
  await using starting = await writing(family)
  await starting.client.query(
    `INSERT INTO processing_restrictions (tenant_id, id, child_id, ground, reason, started_by, started_at, created_at, updated_at)
     VALUES ($1, 'rst_1', $2, 'UNLAWFUL', 'x', 'x', now(), now(), now())`,
    [centre.tenantId, childId],
  )
  await using other = await writing(family)
  const refused = other.insert().catch((error: { code: string }) => error.code)
  await someoneWaits()
  await starting.client.query('COMMIT')
  expect(await refused).toBe('PR018')
})

test('a booking that races a restriction either exists before it or is refused', async () => {
  const family = await openFamily(api)
  const { centre, childId } = family
  const ctx = systemContext(api.services.platform, { tenantId: centre.tenantId, action: 'book' })
  const codes = new Set<string>()
  const booking = async (index: number) => {
    const startsAt = new Date(Date.parse('2026-12-01T08:00:00Z') + index * 3_600_000).toISOString()
    await createAppointment(ctx, CreateAppointment.parse(book(family, startsAt))).then(
      () => codes.add('booked'),
      (error: { code: string }) => codes.add(error.code),
    )
  }
  const indexes = Array.from({ length: 60 }, (_, index) => index)
  const begun = Promise.withResolvers<void>()
  const lane = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
      await booking(index)
      if (index === 10) begun.resolve()
    }
  }
  const lanes = [lane(), lane(), lane(), lane()]
  await begun.promise
  await restrict(centre, { childId })
  const [{ n: before } = { n: -1 }] = await count(centre.tenantId)
  await Promise.all(lanes)
  const [{ n: after } = { n: -2 }] = await count(centre.tenantId)
  expect(after).toBe(before)
  expect([...codes].toSorted()).toEqual(['booked', 'processing_restricted'])
})

/** Until a session of this test waits for a lock. */
const someoneWaits = () =>
  eventually(async () => {
    const waiting = await api.query(
      'SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()',
    )
    return waiting.length > 0
  })

const count = (tenantId: string) =>
  api.query<{ n: number }>('SELECT count(*)::int AS n FROM appointments WHERE tenant_id = $1', [
    tenantId,
  ])
