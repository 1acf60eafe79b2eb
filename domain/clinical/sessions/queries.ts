import { z } from 'zod'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import { MOST_COUNTED } from '#platform/core/lists/counting-reader.ts'
import type { Placing } from '#organization/services/places-of-service.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { Attendance } from './rules.ts'
import { include, toSession, type SessionTotal } from './schemas.ts'
import type { Billing } from '#organization/services/billable-units.ts'

export const SessionQuery = listQuery(
  'session',
  ['-createdAt', 'createdAt', 'startedAt', '-startedAt'],
  {
    childId: idOf('child').optional(),
    providerId: idOf('provider').optional(),
    appointmentId: idOf('appointment').optional(),
    ...instantRange('startedAt'),
    ...totalsQuery,
    noteSigned: fact(
      'If `true`, returns only sessions whose note has all signatures. If `false`, returns only sessions that have ended, were attended, and lack such a note. Also requires the permission `session-notes:read`.',
    ),
  },
)
export type SessionQuery = z.infer<typeof SessionQuery>

const sessions = recordQueries({
  permission: 'sessions:read',
  name: 'session',
  find: ({ db }, selection: Selection<Prisma.SessionWhereInput>) =>
    db.session.findMany({ ...selection, include }),
  show: each(toSession),
})

/** Includes attendance and goals. */
export const loadWholeSession = sessions.load
export const getSession = sessions.get
export const listSessions = sessions.listWith(
  (query: SessionQuery, { actor }) => {
    if (query.noteSigned) authorize(actor, 'session-notes:read')
    return {
      ...given(query, 'childId', 'providerId', 'appointmentId'),
      startedAt: within(query, 'startedAt'),
      ...(query.noteSigned && NOTE_SIGNED[query.noteSigned]),
    }
  },
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async (
  { db }: Reader,
  where: Prisma.SessionWhereInput,
): Promise<SessionTotal[] | null> => {
  const rows = await db.session.findMany({
    where,
    select: { attendance: true, startedAt: true, endedAt: true, billableUnits: true },
    take: MOST_COUNTED + 1,
  })
  if (rows.length > MOST_COUNTED) return null
  return [...Map.groupBy(rows, ({ attendance }) => attendance)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([attendance, of]) => ({
      attendance: attendance as Attendance,
      count: of.length,
      minutes: of.reduce((sum, session) => sum + minutesOf(session), 0),
      billableUnits: of.reduce((sum, session) => sum + (session.billableUnits ?? 0), 0),
    }))
}

/** The whole minutes of a session; 0 while it is in progress. */
const minutesOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date | null }): number =>
  endedAt ? Math.round((endedAt.getTime() - startedAt.getTime()) / MINUTE_MS) : 0

const isSigned = { status: { in: ['SIGNED', 'AMENDED'] } }

/** A session that is in progress, or whose child was absent, needs no note. */
const NOTE_SIGNED = {
  true: { notes: { some: isSigned } },
  false: {
    endedAt: { not: null },
    attendance: { not: 'ABSENT' },
    notes: { none: isSigned },
  },
} satisfies Record<string, Prisma.SessionWhereInput>

/** The session without its attendance and goals. */
export const loadSession = async (reader: Reader, id: string) => {
  const row = await reader.db.session.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session')
  return row
}

/** How a service counts units; null if there is no service. */
export const loadBilling = (reader: Reader, serviceId: string | null): Promise<Billing | null> =>
  serviceId === null
    ? Promise.resolve(null)
    : reader.db.service.findFirst({
        where: inTenant(reader, serviceId),
        select: { unitRule: true, unitMinutes: true },
      })

/** How and where a service is given by default. */
export const loadPlacing = async (reader: Reader, serviceId: string | null): Promise<Placing> => {
  const service =
    serviceId === null
      ? null
      : await reader.db.service.findFirst({
          where: inTenant(reader, serviceId),
          select: { modality: true, placeOfService: true },
        })
  return (service ?? { modality: 'IN_PERSON', placeOfService: null }) as Placing
}
