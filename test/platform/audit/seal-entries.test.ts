import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { insertInto } from '#platform/core/sql/insert-into.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { entryOf, openTrail, othersEnded, type TrailUnderTest } from './trail.ts'

const seals = async ({ platform, tenantId }: TrailUnderTest) => {
  const { rows } = await platform.database.system.query<{ number: number; count: number }>(
    'SELECT number, entry_count AS count FROM audit_seals WHERE tenant_id = $1 ORDER BY number',
    [tenantId],
  )
  return rows
}

test('a repeated run without new entries does nothing', async () => {
  const trail = await openTrail()
  await trail.write(2)
  const first = await trail.seal()
  expect(first).toMatchObject({ seals: 1, entries: 3, refused: [], head: { number: '1' } })
  expect(await sealEntries(trail.platform)).toEqual({ ...first, seals: 0, entries: 0 })
})

test('an entry that commits late is sealed later, and never behind a seal', async () => {
  const trail = await openTrail()
  await othersEnded(trail.platform)
  const late = new pg.Client({ connectionString: trail.database.systemUrl })
  await late.connect()
  onTestFinished(() => late.end())
  await late.query('BEGIN')
  await late.query(insertInto('audit_entries', entryOf(trail.platform, trail.tenantId)))
  await trail.write(2)

  // Only the opening of the centre is older than the open transaction.
  expect(await sealEntries(trail.platform)).toMatchObject({ seals: 1, entries: 1 })
  await trail.write(1)
  expect(await sealEntries(trail.platform)).toMatchObject({ seals: 0 })
  await late.query('COMMIT')
  expect(await trail.seal()).toMatchObject({ seals: 1, entries: 4 })
  expect(await verifyTrail(trail.platform)).toMatchObject({ ok: true, entries: 5, unsealed: 0 })
})

test('batches split the trail between transactions, never within one', async () => {
  const trail = await openTrail()
  await trail.write(4)
  const together = new pg.Client({ connectionString: trail.database.systemUrl })
  await together.connect()
  onTestFinished(() => together.end())
  await together.query('BEGIN')
  for (let index = 0; index < 7; index++) {
    await together.query(insertInto('audit_entries', entryOf(trail.platform, trail.tenantId)))
  }
  await together.query('COMMIT')
  await trail.write(1)

  await trail.seal({ batchSize: 3 })
  expect(await seals(trail)).toEqual([
    { number: 1, count: 3 },
    { number: 2, count: 9 },
    { number: 3, count: 1 },
  ])
  expect(await verifyTrail(trail.platform)).toMatchObject({ ok: true, seals: 3, entries: 13 })
})

test('simultaneous sealers make one chain', async () => {
  const trail = await openTrail()
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createTenant(trail.platform, { name: `Centre ${index}` }),
    ),
  )
  for (let round = 0; round < 3; round++) {
    await trail.write(5)
    for (const { id } of others) await trail.write(1, id)
    await othersEnded(trail.platform)
    await Promise.all([1, 2, 3, 4].map(() => sealEntries(trail.platform, { batchSize: 2 })))
  }
  const report = await verifyTrail(trail.platform)
  expect(report).toMatchObject({ ok: true, entries: 1 + 20 + 3 * 25, unsealed: 0 })
})

test('entries of every tenant and of the platform are sealed', async () => {
  const trail = await openTrail()
  await trail.write(1, 'ten_platform')
  expect(await trail.seal()).toMatchObject({ seals: 2, entries: 2 })
})

test('a trail restored into a server with a fresh transaction counter is not sealed, and this is reported', async () => {
  const trail = await openTrail()
  await trail.seal()
  await trail.tamper([`UPDATE audit_seals SET until_xid = '9000000000000'`])
  await expect(sealEntries(trail.platform)).rejects.toThrow('a dump was restored')
})
