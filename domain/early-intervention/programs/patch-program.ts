import { assertQuestionSet } from '../family-check-in-questions/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import { assertConsented } from './assert-consented.ts'
import { consentsForServices } from './consent-rules.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { emitCorrected } from './events.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertIfspServices, type IfspService } from './ifsp-services.ts'
import { assertReferredBefore, assertWithin } from './rules.ts'
import type { PatchProgram, ProgramRow } from './schemas.ts'
import { assertClockSet } from './start-program.ts'
import { assertMayGiveSight } from '#platform/core/access/assert-may-give-sight.ts'

export const patchProgram = (
  ctx: Context,
  { patch, ...ref }: ProgramRef & { patch: PatchProgram },
) =>
  changeProgram(ctx, ref, async ({ row, span, timeZone, milestones, ifspServices: before }, tx) => {
    const { referralReceivedOn, ifspServices, ...plain } = patch
    const fields = { ...plain, ...(ifspServices && { ifspServices: jsonArray(ifspServices) }) }
    if (ifspServices) {
      assertIfspServices(ifspServices, span)
      await assertServicesExist(tx, before, ifspServices)
      const terms = { consentsRequired: row.consentsRequired, today: span.today }
      const needs = consentsForServices(before, ifspServices, terms)
      await assertConsented(tx, { childId: row.childId, timeZone }, needs)
    }
    const { serviceCoordinatorId = row.serviceCoordinatorId } = fields
    if (serviceCoordinatorId !== row.serviceCoordinatorId) {
      await assertReferences(tx, 'provider', { serviceCoordinatorId })
      await assertMayGiveSight(tx)
    }
    if (fields.locationId !== row.locationId)
      await assertReferences(tx, 'location', { locationId: fields.locationId })
    await assertClockSet(tx, fields.clockSetId)
    await assertQuestionSet(tx, fields.questionSetId)
    const corrected = correctedBy(row, patch)
    if (corrected.length > 0) emitCorrected(tx, row, corrected)
    if (referralReceivedOn === undefined) return fields
    const { birthDate } = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, row.childId) })
    const earliest = { occurredOn: dateText(birthDate), what: 'birth' }
    assertWithin('referralReceivedOn', referralReceivedOn, { ...span, earliest })
    assertReferredBefore(referralReceivedOn, milestones)
    return { ...fields, referralReceivedOn: dateColumn(referralReceivedOn) }
  })

/** The changes that a patch makes to the inputs of clocks. */
const correctedBy = (
  { referralReceivedOn, locationId, clockSetId }: ProgramRow,
  patch: PatchProgram,
) => {
  const values = {
    REFERRAL: [dateText(referralReceivedOn), patch.referralReceivedOn],
    LOCATION: [locationId, patch.locationId],
    CLOCK_SET: [clockSetId, patch.clockSetId],
  } as const
  return (['REFERRAL', 'LOCATION', 'CLOCK_SET'] as const).filter((it) => {
    const [before, after] = values[it]
    return after !== undefined && after !== before
  })
}

/** Checks that newly named providers and services belong to the centre. Those already named may be archived. */
const assertServicesExist = async (
  tx: Transaction,
  before: readonly IfspService[],
  after: readonly IfspService[],
): Promise<void> => {
  for (const [member, entity] of [
    ['providerId', 'provider'],
    ['serviceId', 'service'],
  ] as const) {
    const known = new Set(before.map((it) => it[member]))
    const named = after.map((it, index) => [`ifspServices.${index}.${member}`, it[member]] as const)
    await assertReferences(tx, entity, Object.fromEntries(named.filter(([, id]) => !known.has(id))))
  }
}
