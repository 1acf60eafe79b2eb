import { patchChild } from '#people/children/patch-child.ts'
import type { Context } from '#platform/core/context/context.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { dateText } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { doneOrRehearsed, type ProgramRef } from './change-program.ts'
import { emitCorrected } from './events.ts'
import { movedDeadlines, type ProgramOutcome } from './moved-deadlines.ts'
import { loadProgram } from './queries.ts'
import { assertWithin } from './rules.ts'
import { toProgram, type CorrectBirthDate } from './schemas.ts'
import { loadTodays } from './todays.ts'

/** Its permissions: the date is part of the child's record. */
export const BIRTH_DATE_NEEDS = ['early-intervention:write', 'children:write'] as const

/** Corrects the child's record and returns the effect on the program. */
export const correctEarlyInterventionBirthDate = (
  ctx: Context,
  { birthDate, dryRun = false, ...ref }: ProgramRef & CorrectBirthDate,
): Promise<ProgramOutcome> =>
  transact(ctx, BIRTH_DATE_NEEDS, (tx) =>
    doneOrRehearsed(tx, { id: ref.id, dryRun }, async () => {
      const row = await loadProgram(tx, ref.id)
      assertVersion(row, ref.version)
      const { today } = (await loadTodays(tx)).at(row.locationId)
      assertWithin('birthDate', birthDate, {
        earliest: { occurredOn: '0001-01-01', what: 'calendar' },
        today: dateText(row.referralReceivedOn),
      })
      const before = toProgram(row, today)
      // The call concerns the program, but a listener of the child's record updates it.
      tx.nothingChanged({ type: 'program', id: row.id })
      await patchChild(tx, { id: row.childId, patch: { birthDate } })
      emitCorrected(tx, row, ['BIRTH_DATE'])
      const after = toProgram(await loadProgram(tx, ref.id), today)
      return { dryRun: false, ...after, movedDeadlines: movedDeadlines(before, after) }
    }),
  )
