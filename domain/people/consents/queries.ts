import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, within } from '#platform/core/paging.ts'
import { given, isSet, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { toConsent } from './schemas.ts'

export const ConsentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  kind: z.enum(ConsentKind).optional().meta({ description: 'Only consents of this kind.' }),
  ...instantRange('expiresAt'),
  revoked: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what was revoked instead.' }),
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
export const listConsents = consents.list(({ revoked, ...query }: ConsentQuery) => {
  const expiry = within(query, 'expiresAt')
  return {
    ...given(query, 'childId', 'kind'),
    revokedAt: isSet(revoked),
    ...(Object.keys(expiry).length > 0 && { expiresAt: expiry }),
  }
})
