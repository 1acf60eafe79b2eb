import { assertQuestionSet } from '../family-check-in-questions/queries.ts'
import type { Context } from '#platform/core/context.ts'
import { inTenant, type RecordRef } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { dateColumn, dateText } from '#platform/core/time.ts'
import { changeProgram } from './change-program.ts'
import { jsonArray } from '#platform/core/json.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { assertIfspServices, type IfspService } from './ifsp-services.ts'
import { assertWithin } from './rules.ts'
import type { PatchProgram } from './schemas.ts'
import { assertClockSet } from './start-program.ts'

export const patchProgram = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchProgram },
) =>
  changeProgram(ctx, ref, async ({ row, span, ifspServices: before }, tx) => {
    const { referralReceivedOn, ifspServices, ...plain } = patch
    const fields = { ...plain, ...(ifspServices && { ifspServices: jsonArray(ifspServices) }) }
    if (ifspServices) {
      assertIfspServices(ifspServices, span)
      await assertServicesExist(tx, before, ifspServices)
    }
    if (fields.serviceCoordinatorId !== row.serviceCoordinatorId)
      await assertReferences(tx, 'provider', { serviceCoordinatorId: fields.serviceCoordinatorId })
    if (fields.locationId !== row.locationId)
      await assertReferences(tx, 'location', { locationId: fields.locationId })
    await assertClockSet(tx, fields.clockSetId)
    await assertQuestionSet(tx, fields.questionSetId)
    if (referralReceivedOn === undefined) return fields
    const { birthDate } = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, row.childId) })
    const earliest = { occurredOn: dateText(birthDate), what: 'birth' }
    assertWithin('referralReceivedOn', referralReceivedOn, { ...span, earliest })
    return { ...fields, referralReceivedOn: dateColumn(referralReceivedOn) }
  })

/** Who gives them and by which service of the centre, where that is new: what stands there may be archived by now. */
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
