import type { Database } from '../sql/database.ts'
import type { Platform } from './platform.ts'

/**
 * A platform for work that must have no effect. Its transactions are READ ONLY, so PostgreSQL refuses all writes, and
 * audit entries and events are not written. It cannot reach services outside the database, and its clock is fixed.
 */
export const readOnlyAt = (
  { database, cipher, registry, paymentGateway, licenseRegistryName, embeddingModel }: Platform,
  at: Date,
): Platform => ({
  database: readOnly(database),
  cipher,
  clock: { now: () => at },
  registry,
  paymentGateway,
  licenseRegistryName,
  embeddingModel,
})

/** A view of the database that begins each transaction READ ONLY, and that hides the platform's own pool. */
const readOnly = (database: Database): Database =>
  new Proxy(database, {
    get: (target, member) => {
      if (member === 'prisma') return target.prisma
      if (member === 'transaction') return beginReading(target)
      throw new Error(`A read-only database has no ${String(member)}`)
    },
  })

const beginReading =
  (database: Database): Database['transaction'] =>
  (sight, opening, ...work) =>
    database.transaction(sight, { ...opening, mode: 'read' }, ...work)
