import { assertNotInFuture } from '#people/children/rules.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { ownProviderOf } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { firstDayOf } from './first-day-of.ts'
import { WRITING_NEEDS } from './queries.ts'
import { assertPeriod } from './rules.ts'
import { toClinicalReport, type ClinicalReport, type CreateClinicalReport } from './schemas.ts'
import { writeReport } from './write-report.ts'

/** Creates a draft with what the record shows of the period. */
export const createClinicalReport = (
  ctx: Context,
  input: CreateClinicalReport,
): Promise<ClinicalReport> =>
  transact(ctx, WRITING_NEEDS, async (tx) => {
    const { childId, kind, replacesId } = input
    const providerId = input.providerId ?? ownProviderOf(tx.actor)
    if (providerId === undefined)
      throw invalid('providerId', 'required', 'Name the therapist who signs the report.')
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'provider', { providerId })
    const { defaultTimeZone: timeZone } = await loadTenantSettings(tx)
    assertNotInFuture('endsOn', input.endsOn, { now: tx.now, timeZone })
    const endsOn = input.endsOn ?? dateIn(tx.now, timeZone)
    const startsOn = input.startsOn ?? (await firstDayOf(tx, { childId, kind, endsOn, timeZone }))
    assertPeriod({ startsOn, endsOn })
    if (replacesId !== null) await assertReplaceable(tx, replacesId, { childId, kind })
    return toClinicalReport(
      await writeReport(tx, { ...input, providerId, startsOn, endsOn, dueAt: null }),
    )
  })

/** A correction replaces a signed report of the same kind on the same child. */
const assertReplaceable = async (
  tx: Transaction,
  id: string,
  same: Pick<CreateClinicalReport, 'childId' | 'kind'>,
): Promise<void> => {
  const where = { tenantId: tx.tenantId, id, ...same, status: 'SIGNED' }
  if (await tx.db.clinicalReport.findFirst({ where, select: { id: true } })) return
  throw invalid(
    'replacesId',
    'invalid_reference',
    'replacesId names no signed report of this kind on this child.',
  )
}
