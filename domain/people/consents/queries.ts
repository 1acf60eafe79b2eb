import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import {
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { ConsentStatus } from './rules.ts'
import { toConsent } from './schemas.ts'

export const ConsentQuery = listQuery('consent', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  kind: anyOf(ConsentKind, 'Returns only consents of this kind.'),
  ...instantRange('expiresAt'),
  status: anyOf(ConsentStatus, 'Returns only consents with this status.'),
})
export type ConsentQuery = z.infer<typeof ConsentQuery>

const consents = recordQueries({
  permission: 'consents:read',
  name: 'consent',
  find: ({ db }, selection: Selection<Prisma.ConsentWhereInput>) => db.consent.findMany(selection),
  show: (rows, { now }) => rows.map((row) => toConsent(row, now)),
})

export const loadConsent = consents.load
export const getConsent = consents.get
export const listConsents = consents.list(({ status, ...query }: ConsentQuery, { now }) => ({
  ...given(query, 'childId', 'kind'),
  expiresAt: within(query, 'expiresAt'),
  ...whereAny<ConsentStatus, Prisma.ConsentWhereInput>(status, {
    ACTIVE: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    EXPIRED: { revokedAt: null, expiresAt: { lte: now } },
    REVOKED: { revokedAt: { not: null } },
  }),
}))
