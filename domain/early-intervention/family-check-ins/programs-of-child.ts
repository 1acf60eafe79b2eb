import { toFamilyCheckIn, type FamilyCheckIn } from './schemas.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { withDeadlines } from '../programs/queries.ts'
import { toProgram, type Program } from '../programs/schemas.ts'
import { loadTodays } from '../programs/todays.ts'

/** A program in a child's chart and in the child's record. */
export type ProgramOfChild = Program & { checkIns: FamilyCheckIn[] }

/** A child's programs with the family's answers, restricted to `status` if it is given. */
export const programsOfChild = async (
  reader: Reader,
  childId: string,
  status?: 'ACTIVE',
): Promise<ProgramOfChild[]> => {
  const { db, tenantId } = reader
  const rows = await db.earlyInterventionProgram.findMany({
    where: { tenantId, childId, ...(status && { status }) },
    include: withDeadlines,
    orderBy: { id: 'asc' },
  })
  if (rows.length === 0) return []
  const [todays, checkIns] = await Promise.all([
    loadTodays(reader),
    db.familyCheckIn.findMany({
      where: { tenantId, programId: { in: rows.map(({ id }) => id) } },
      orderBy: [{ answeredOn: 'asc' }, { id: 'asc' }],
    }),
  ])
  const checkInsOf = Map.groupBy(checkIns.map(toFamilyCheckIn), ({ programId }) => programId)
  return rows.map((row) => ({
    ...toProgram(row, todays.at(row.locationId).today),
    checkIns: checkInsOf.get(row.id) ?? [],
  }))
}
