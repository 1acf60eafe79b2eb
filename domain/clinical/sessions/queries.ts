import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { include, toSession } from './schemas.ts'
import type { Billing } from '#organization/services/billable-units.ts'

export const SessionQuery = listQuery(
  'session',
  ['-createdAt', 'createdAt', 'startedAt', '-startedAt'],
  {
    childId: idOf('child').optional(),
    providerId: idOf('provider').optional(),
    appointmentId: idOf('appointment').optional(),
    ...instantRange('startedAt'),
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
export const listSessions = sessions.list((query: SessionQuery, { actor }) => {
  if (query.noteSigned) authorize(actor, 'session-notes:read')
  return {
    ...given(query, 'childId', 'providerId', 'appointmentId'),
    startedAt: within(query, 'startedAt'),
    ...(query.noteSigned && NOTE_SIGNED[query.noteSigned]),
  }
})

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
