import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { toSupervision } from './schemas.ts'

export const SupervisionQuery = listQuery('supervision', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  supervisorId: idOf('provider').optional(),
  ended: fact('If true, returns only records that have ended; if false, only current ones.'),
})
export type SupervisionQuery = z.infer<typeof SupervisionQuery>

const supervisions = recordQueries({
  permission: 'supervisions:read',
  name: 'supervision',
  find: ({ db }, selection: Selection<Prisma.SupervisionWhereInput>) =>
    db.supervision.findMany(selection),
  show: each(toSupervision),
})

export const loadSupervision = supervisions.load
export const getSupervision = supervisions.get
export const listSupervisions = supervisions.list(({ ended, ...query }: SupervisionQuery) => ({
  ...given(query, 'providerId', 'supervisorId'),
  ...isSet('endedAt', ended),
}))

/** A provider's current supervisor; null if there is none. */
export const loadSupervisorId = async (
  reader: Reader,
  providerId: string,
): Promise<string | null> => {
  const row = await reader.db.supervision.findFirst({
    where: { tenantId: reader.tenantId, providerId, endedAt: null },
    select: { supervisorId: true },
  })
  return row?.supervisorId ?? null
}

/** A provider's supervisor as a recipient; undefined if there is none, or if the supervisor is archived. */
export const findSupervisor = async (
  reader: Reader,
  providerId: string,
): Promise<Recipient | undefined> => {
  const id = await loadSupervisorId(reader, providerId)
  return id === null ? undefined : findRecipient(reader, { type: 'provider', id })
}
