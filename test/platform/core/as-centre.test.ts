import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { createDatabase } from '../../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../../workflows/support.ts'

/** Work done as the centre for callers who see less. */
const stack = new AsyncDisposableStack()
let platform: OpenPlatform
let centre: Centre
beforeAll(async () => {
  const database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  centre = await createCentre(platform, database)
})
afterAll(() => stack.disposeAsync())

const roleOf = async (reader: Reader) =>
  (await reader.sql<{ role: string }>('SELECT current_user AS role'))[0]!.role

/** A read by a caller who sees one provider's children. */
const asTherapist = <T>(work: (reader: Reader) => Promise<T>) => {
  const { ctx, providerId } = centre
  return read({ ...ctx, actor: { ...ctx.actor, providerId } }, 'children:read', work)
}

test('runs as the centre to its end, including nested calls', async () => {
  const roles = await asTherapist(async (reader) => {
    const before = await roleOf(reader)
    const within = await reader.asCentre(async () => {
      const inner = await reader.asCentre(() => roleOf(reader))
      return [inner, await roleOf(reader)]
    })
    return [before, ...within, await roleOf(reader)]
  })
  const [app] = await read(centre.ctx, 'children:read', (reader) =>
    reader.sql<{ role: string }>('SELECT current_user AS role'),
  )
  expect(roles).toEqual(['therapy_caseload', app!.role, app!.role, 'therapy_caseload'])
})

test('ends when it is refused', async () => {
  const role = await asTherapist(async (reader) => {
    const refused = reader.asCentre(() => reader.asCentre(() => Promise.reject(new Error('no'))))
    await expect(refused).rejects.toThrow('no')
    return roleOf(reader)
  })
  expect(role).toBe('therapy_caseload')
})

test('reports the original error of an aborted transaction', async () => {
  const aborted = asTherapist((reader) => reader.asCentre(() => reader.sql('SELECT 1 / 0')))
  await expect(aborted).rejects.toThrow(/division by zero/)
})
