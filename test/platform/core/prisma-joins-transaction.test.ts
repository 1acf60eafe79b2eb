import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { createDatabase } from '../../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../../workflows/support.ts'

/** Writes of several statements that Prisma would run in a transaction of its own. */
const stack = new AsyncDisposableStack()
let platform: OpenPlatform
let centre: Centre
beforeAll(async () => {
  const database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  centre = await createCentre(platform, database)
})
afterAll(() => stack.disposeAsync())

/** Prisma gives this up after a statement that PostgreSQL carried out. */
const givenUp = (tx: Transaction) =>
  tx.db.appointment.update({
    where: keyOf(tx, 'apt_00000000000000000000000000'),
    data: { notes: 'Nobody’s' },
    include: { provider: true },
  })

const renamed = (tx: Transaction, name: string) =>
  tx.db.provider.update({
    where: keyOf(tx, centre.providerId),
    data: { name },
    include: { appointments: { take: 1 } },
  })

const nameNow = () =>
  transact(centre.ctx, 'providers:write', async (tx) => {
    tx.nothingChanged({ type: 'provider', id: centre.providerId })
    const { name } = await tx.db.provider.findFirstOrThrow({ where: { id: centre.providerId } })
    return name
  })

test('a write that was given up cannot be committed, even if its error is caught', async () => {
  const before = await nameNow()
  const written = transact(centre.ctx, 'providers:write', async (tx) => {
    await renamed(tx, 'Half')
    await givenUp(tx).catch(() => undefined)
    tx.nothingChanged({ type: 'provider', id: centre.providerId })
  })
  await expect(written).rejects.toThrow()
  expect(await nameNow()).toBe(before)
})

test('an attempt that was given up leaves the rest of the transaction', async () => {
  await transact(centre.ctx, 'providers:write', async (tx) => {
    await renamed(tx, 'Whole')
    await expect(
      tx.attempt(async () => {
        await renamed(tx, 'Half')
        await givenUp(tx)
      }),
    ).rejects.toThrow()
    tx.nothingChanged({ type: 'provider', id: centre.providerId })
  })
  expect(await nameNow()).toBe('Whole')
})
