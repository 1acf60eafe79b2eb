import { assertInCare } from '#people/children/rules.ts'
import { assertQuestionSet } from '../family-check-in-questions/queries.ts'
import { assertMayGiveSight } from '#platform/core/access/assert-may-give-sight.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { thirdBirthdayOf } from '../clocks/rules.ts'
import { earlyInterventionEvents, programFacts } from './events.ts'
import { recalculateDeadlines } from './recalculate-deadlines.ts'
import { loadProgram } from './queries.ts'
import { assertWithin } from './rules.ts'
import { toProgram, type Program, type StartProgram } from './schemas.ts'
import { loadTodays } from './todays.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

export const startProgram = (ctx: Context, input: StartProgram): Promise<Program> =>
  transact(ctx, 'early-intervention:write', async (tx) => {
    const {
      childId,
      referralReceivedOn,
      serviceCoordinatorId,
      clockSetId,
      checkInEveryDays,
      delayQuestionEveryDays,
      checkInLanguage,
      escalateAfterDays,
      consentsRequired,
      questionSetId,
    } = input
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'provider', { serviceCoordinatorId })
    if (serviceCoordinatorId !== null) await assertMayGiveSight(tx)
    await assertClockSet(tx, clockSetId)
    await assertQuestionSet(tx, questionSetId)
    const { birthDate, ...child } = await takeChild(tx, childId)
    const { locationId = child.locationId } = input
    await assertReferences(tx, 'location', { locationId: input.locationId })
    const { today } = (await loadTodays(tx)).at(locationId)
    assertWithin('referralReceivedOn', referralReceivedOn, {
      earliest: { occurredOn: birthDate, what: 'birth' },
      today,
    })
    if (clockSetId === null && referralReceivedOn >= thirdBirthdayOf(birthDate).toString())
      throw invalid(
        'referralReceivedOn',
        'out_of_range',
        'Part C ends on the third birthday. For an older child, send a clockSetId.',
      )
    const id = newId('program')
    await tx.db.earlyInterventionProgram.create({
      data: {
        ...freshRecord(tx, id),
        childId,
        serviceCoordinatorId,
        clockSetId,
        locationId,
        checkInEveryDays,
        delayQuestionEveryDays,
        checkInLanguage,
        escalateAfterDays,
        consentsRequired,
        questionSetId,
        status: 'ACTIVE',
        referralReceivedOn: dateColumn(referralReceivedOn),
        milestones: [],
        delays: [],
        ifspServices: [],
      },
    })
    await recalculateDeadlines(tx, id)
    tx.created({ type: 'program', id }, input)
    tx.emit(
      earlyInterventionEvents['program.started'],
      { type: 'program', id },
      { ...programFacts({ id, childId, serviceCoordinatorId }), referralReceivedOn },
    )
    tx.wake(earlyInterventionCheckInWorkflow, id)
    return toProgram(await loadProgram(tx, id), today)
  })

/** Locks the child, so that one of two simultaneous calls is refused. */
const takeChild = async (tx: Transaction, childId: string) => {
  await tx.sql('SELECT 1 FROM children WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
    tx.tenantId,
    childId,
  ])
  const running = await tx.db.earlyInterventionProgram.findFirst({
    where: { tenantId: tx.tenantId, childId, status: 'ACTIVE' },
  })
  if (running) {
    throw new DomainError(
      'already_exists',
      `The child already has a running program, ${running.id}. Close that program first.`,
    )
  }
  const child = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, childId) })
  assertInCare(child)
  return { birthDate: dateText(child.birthDate), locationId: child.locationId }
}

export const assertClockSet = async (
  tx: Transaction,
  id: string | null | undefined,
): Promise<void> => {
  if (!id) return
  const found = await tx.db.clockSet.findFirst({ where: inTenant(tx, id) })
  if (!found) throw invalidReference('clockSetId', 'clock set')
}
