import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { ReserveStatus, type OpenReserve } from './rules.ts'
import { toReserve } from './schemas.ts'

export const ReserveQuery = listQuery('reserve', ['-createdAt', 'createdAt'], {
  status: anyOf(ReserveStatus, 'Returns only reserves with this status.'),
  providerId: idOf('provider').optional(),
  settlementId: idOf('settlement').optional(),
})
export type ReserveQuery = z.infer<typeof ReserveQuery>

/** The current date at the centre. */
export const todayOf = async (reader: Reader): Promise<string> =>
  dateIn(reader.now, (await loadTenantSettings(reader)).defaultTimeZone)

const reserves = recordQueries({
  permission: 'settlements:read',
  name: 'reserve',
  find: ({ db }, { where, ...selection }: Selection<Prisma.ReserveWhereInput>) =>
    db.reserve.findMany({ where: { ...where, counts: true }, ...selection }),
  show: async (rows, reader) => {
    const today = await todayOf(reader)
    return rows.map((row) => toReserve(row, today))
  },
})

export const loadReserve = reserves.load
export const getReserve = reserves.get
export const listReserves = reserves.list(async (query: ReserveQuery, reader) => {
  const today = dateColumn(await todayOf(reader))
  const { amountMinor } = reader.db.reserve.fields
  const isLeft = { releasedMinor: { lt: amountMinor } }
  return {
    ...given(query, 'providerId', 'settlementId'),
    ...whereAny<ReserveStatus, Prisma.ReserveWhereInput>(query.status, {
      HELD: { ...isLeft, NOT: { releasesOn: { lte: today } } },
      DUE: { ...isLeft, releasesOn: { lte: today } },
      RELEASED: { releasedMinor: { equals: amountMinor } },
    }),
  }
})

/** The remaining reserves of a provider's paid settlements. Those that are due come first. */
export const openReserves = async (
  reader: Reader,
  { providerId, currency }: { providerId: string; currency: string },
): Promise<OpenReserve[]> =>
  reader.sql<OpenReserve>(OPEN, [reader.tenantId, providerId, currency, await todayOf(reader)])

const OPEN = `
  SELECT r.id, r.amount_minor - r.released_minor AS "leftMinor", r.releases_on <= $4::date AS "isDue"
  FROM reserves r
  WHERE r.tenant_id = $1 AND r.provider_id = $2 AND r.currency = $3 AND r.counts AND r.releases_on IS NOT NULL
    AND r.released_minor < r.amount_minor
  ORDER BY r.releases_on, r.id`
