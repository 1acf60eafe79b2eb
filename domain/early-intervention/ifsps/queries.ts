import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { IfspServices } from '../programs/ifsp-services.ts'
import { IfspStatus } from './names.ts'
import { plannedServices, type WholePlan } from './rules.ts'
import { contentOf, toIfsp, type Ifsp, type IfspRow } from './schemas.ts'

/** Includes what the API shows of a plan. */
export const include = {
  signatures: { orderBy: { signedAt: 'asc' as const } },
  program: {
    select: {
      ifspServices: true,
      serviceCoordinatorId: true,
      childId: true,
      locationId: true,
      referralReceivedOn: true,
      checkInLanguage: true,
    },
  },
}

/** A plan with what it takes from its program: until it is presented, as the program is now. */
export const wholePlan = (row: IfspRow): WholePlan => {
  const [services, coordinatorId] = row.presentedAt
    ? [fromJson(IfspServices, row.services), row.coordinatorId]
    : [
        plannedServices(fromJson(IfspServices, row.program.ifspServices), dateText(row.meetingOn)),
        row.program.serviceCoordinatorId,
      ]
  return { ...contentOf(row), services, coordinatorId }
}

export const showIfsp = (row: IfspRow): Ifsp => {
  const { services, coordinatorId } = wholePlan(row)
  return toIfsp(row, { services: [...services], serviceCoordinatorId: coordinatorId })
}

export const IfspQuery = listQuery('ifsp', ['-createdAt', 'createdAt'], {
  programId: idOf('program').optional(),
  status: anyOf(IfspStatus, 'Returns only plans with this status.'),
})
export type IfspQuery = z.infer<typeof IfspQuery>

const ifsps = recordQueries({
  permission: 'early-intervention:read',
  name: 'IFSP',
  find: ({ db }, selection: Selection<Prisma.IfspWhereInput>): Promise<IfspRow[]> =>
    db.ifsp.findMany({ ...selection, include }),
  show: (rows) => rows.map(showIfsp),
})

export const loadIfsp = ifsps.load
export const getIfsp = ifsps.get
export const listIfsps = ifsps.list((query: IfspQuery) => given(query, 'programId', 'status'))

/** The version of a program that was signed last. */
export const findSignedIfsp = (reader: Reader, programId: string): Promise<IfspRow | null> =>
  reader.db.ifsp.findFirst({
    where: { tenantId: reader.tenantId, programId, status: 'SIGNED' },
    include,
  })

/** All versions of a program's plan, oldest first. */
export const ifspsOf = async (reader: Reader, programId: string): Promise<Ifsp[]> => {
  const rows = await reader.db.ifsp.findMany({
    where: { tenantId: reader.tenantId, programId },
    include,
    orderBy: { number: 'asc' },
  })
  return rows.map(showIfsp)
}
