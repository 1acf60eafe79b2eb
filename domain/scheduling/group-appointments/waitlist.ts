import { z } from 'zod'
import type { GroupWait as GroupWaitModel, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError, invalidReference, notFound } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { freshRecord, inTenant, keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { read, transact, type Reader } from '#platform/core/transaction.ts'
import { findSeat, lockChild } from './take-seat.ts'
import { loadGroup, lockGroup } from './queries.ts'
import { assertOpen, assertWaiting, GroupWaitStatus } from './rules.ts'
import { toGroupWait, type GroupWait, type JoinWaitlist } from './wait-schemas.ts'

export const GroupWaitQuery = z.strictObject({
  ...pageQuery('createdAt', '-createdAt'),
  status: z.enum(GroupWaitStatus).optional(),
})
export type GroupWaitQuery = z.infer<typeof GroupWaitQuery>

/** In order of joining. */
export const listGroupWaits = (
  ctx: Context,
  { id, query }: { id: string; query: GroupWaitQuery },
) =>
  read(ctx, 'appointments:read', async (reader) => {
    await loadGroup(reader, id)
    const { tenantId } = reader
    const filter = { tenantId, groupId: id, ...(query.status && { status: query.status }) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.groupWait.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGroupWait,
    )
  })

/** For a place that somebody may give up. A free one is there to be taken instead. */
export const joinGroupWaitlist = (
  ctx: Context,
  { id, childId }: JoinWaitlist & { id: string },
): Promise<GroupWait> =>
  transact(ctx, 'appointments:write', async (tx) => {
    assertOpen(await lockGroup(tx, id, 'SHARE'), tx.now)
    await lockChild(tx, childId)
    const { childFound, seat } = await findSeat(tx, { id, childId })
    if (!childFound) throw invalidReference('childId', 'child')
    if (seat !== null)
      throw new DomainError('conflict', 'A place is free: take it (POST …/attendees).')
    const waiting = { tenantId: tx.tenantId, groupId: id, childId }
    const known = await tx.db.groupWait.findFirst({ where: { ...waiting, status: 'WAITING' } })
    if (known) throw new DomainError('conflict', `The child waits already: ${known.id}.`)
    const row = await tx.db.groupWait.create({
      data: { ...freshRecord(tx, newId('groupWait')), ...waiting, status: 'WAITING' },
    })
    tx.created({ type: 'groupWait', id: row.id }, row)
    return toGroupWait(row)
  })

export const leaveGroupWaitlist = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, groupWaitRecord, {
    fields: (before) => {
      assertWaiting(before)
      return { status: 'LEFT' as const }
    },
  })

const loadWait = async (reader: Reader, id: string) => {
  const row = await reader.db.groupWait.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('wait')
  return row
}

const groupWaitRecord: RecordKind<GroupWaitModel, Prisma.GroupWaitUncheckedUpdateInput, GroupWait> =
  {
    type: 'groupWait',
    table: 'group_waits',
    permission: 'appointments:write',
    load: loadWait,
    update: (tx, id, data) => tx.db.groupWait.update({ where: keyOf(tx, id), data }),
    show: toGroupWait,
  }
