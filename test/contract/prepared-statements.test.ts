import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChild } from '#people/children/create-child.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { DisclosureQuery, listChildDisclosures } from '#privacy/disclosures/queries.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { insertOrder } from '#receivables/orders/insert-order.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { openSlots } from '#scheduling/waitlist/slots-freed.ts'
import { createDatabase } from '../support/servers.ts'

/** Lists of one and of several are the only variants… */
const SETTLED = 2
/** …except for the outbox, which has a statement per number of rows. */
const OUTBOX_SETTLED = 10
const LENGTHS = 40

let stack: AsyncDisposableStack
let ctx: Context
let childId: string
/** Used only by the test of disclosures. */
let seenId: string
let place: { providerId: string; locationId: string }

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(
    openPlatform({
      appUrl: database.appUrl,
      systemUrl: database.systemUrl,
      encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
      // Statements are prepared per connection.
      poolSize: 1,
      onIdleError: () => undefined,
    }),
  )
  const { id: tenantId } = await createTenant(platform, { name: 'Test centre' })
  ctx = systemContext(platform, { tenantId, action: 'test' })
  const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }
  childId = (await createChild(ctx, child)).id
  seenId = (await createChild(ctx, child)).id
  const { id: locationId } = await createLocation(ctx, { name: 'Mitte', timeZone: 'Europe/Berlin' })
  const people = { name: 'Ana', specialties: [], languages: [], locationIds: [locationId] }
  place = { providerId: (await createProvider(ctx, people)).id, locationId }
})
afterAll(() => stack.disposeAsync())

const LISTS: [
  title: string,
  settled: number,
  work: (tx: Transaction, length: number) => Promise<unknown> | void,
][] = [
  [
    'an `in`',
    SETTLED,
    ({ db, tenantId }, length) =>
      db.apiKey.findMany({
        where: { tenantId, id: { in: times(length, () => newId('apiKey')) } },
      }),
  ],
  [
    'a `notIn`',
    SETTLED,
    ({ db, tenantId }, length) =>
      db.apiKey.findMany({
        where: { tenantId, id: { notIn: times(length, () => newId('apiKey')) } },
      }),
  ],
  ['a `createMany`', SETTLED, (tx, length) => insertOrder(tx, orderOf(length))],
  [
    'the relations of many rows',
    SETTLED,
    async (tx, length) => {
      await insertOrder(tx, orderOf(1))
      const rows = await tx.db.order.findMany({
        where: { tenantId: tx.tenantId },
        take: length,
        include: { lines: true },
      })
      expect(rows).toHaveLength(length)
    },
  ],
  [
    'the disclosures of a child',
    SETTLED,
    async (tx, length) => {
      const page = await listChildDisclosures(tx, { id: seenId, ...DisclosureQuery.parse({}) })
      expect(page.data).toHaveLength(Math.min(length, 25))
      tx.created({ type: 'child', id: seenId }, { program: 'x' })
    },
  ],
  [
    'slots that become free together',
    OUTBOX_SETTLED,
    (tx, length) => {
      const slot = { id: null, serviceId: null, timeZone: 'Europe/Berlin', ...place }
      const startsAt = (index: number) => new Date(Date.UTC(2030, length, 1, 0, index))
      openSlots(
        tx,
        times(length, (index) => ({ ...slot, startsAt: startsAt(index) })),
      )
    },
  ],
]

test.each(LISTS)('%s: prepares no statement per length', async (_, settled, work) => {
  const run = (length: number) =>
    transact(ctx, 'children:write', async (tx) => {
      await work(tx, length)
      // A transaction reports what it wrote, at a constant cost.
      tx.created({ type: 'child', id: childId }, { program: 'x' })
    })
  for (let length = 1; length <= settled; length += 1) await run(length)
  const before = await prepared()
  for (let length = settled + 1; length <= LENGTHS; length += 1) await run(length)
  expect(await prepared()).toEqual(before)
})

const prepared = () =>
  transact(ctx, 'children:write', async (tx) => {
    const rows = await tx.sql<{ statement: string }>(
      'SELECT statement FROM pg_prepared_statements ORDER BY statement',
    )
    tx.created({ type: 'child', id: childId }, { program: 'x' })
    return rows.map(({ statement }) => statement)
  })

const times = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index))

const orderOf = (length: number) => ({
  childId,
  appointmentId: null,
  currency: 'EUR',
  lines: times(length, () => ({
    serviceId: null,
    description: 'Report',
    quantity: 1,
    unitAmountMinor: 4500,
  })),
})
