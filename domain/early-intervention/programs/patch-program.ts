import { assertQuestionSet } from '../family-check-in-questions/queries.ts'
import type { Context } from '#platform/core/context.ts'
import { inTenant, type RecordRef } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { dateColumn, dateText } from '#platform/core/time.ts'
import { changeProgram } from './change-program.ts'
import { assertWithin } from './rules.ts'
import type { PatchProgram } from './schemas.ts'
import { assertClockSet } from './start-program.ts'

export const patchProgram = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchProgram },
) =>
  changeProgram(ctx, ref, async ({ row, span }, tx) => {
    const { referralReceivedOn, ...fields } = patch
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
