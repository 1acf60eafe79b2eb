import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference, missing } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { actingParentsOf } from '#messaging/messages/recipient.ts'
import { findQuestionSet } from '../family-check-in-questions/queries.ts'
import { assertWithin } from '../programs/rules.ts'
import { loadTodays } from '../programs/todays.ts'
import { keepFamilyCheckIn } from './keep-family-check-in.ts'
import { saidPlainly, saidToSet, type Said } from './rules.ts'
import { toFamilyCheckIn, type FamilyCheckIn, type RecordFamilyCheckIn } from './schemas.ts'

/** Records answers given by telephone, in any language. The questions and their consequences are the same. */
export const recordFamilyCheckIn = (
  ctx: Context,
  input: RecordFamilyCheckIn,
): Promise<FamilyCheckIn> =>
  transact(ctx, 'family-check-ins:write', async (tx) => {
    const { programId, clientId } = input
    const program = await findProgram(tx, programId)
    await assertActingParent(tx, program.childId, clientId)
    const { today } = (await loadTodays(tx)).at(program.locationId)
    const answeredOn = input.answeredOn ?? today
    const earliest = { occurredOn: dateText(program.referralReceivedOn), what: 'referral' }
    assertWithin('answeredOn', answeredOn, { earliest, today })
    const said = await saidBy(tx, program.questionSetId, input)
    return toFamilyCheckIn(
      await keepFamilyCheckIn(tx, program, { clientId, channel: 'PHONE', answeredOn, said }),
    )
  })

export const findProgram = async (tx: Transaction, programId: string) => {
  const program = await tx.db.earlyInterventionProgram.findFirst({
    where: inTenant(tx, programId),
  })
  if (!program) throw invalidReference('programId', 'early-intervention program')
  return program
}

/** Requires a current guardian of the child; throws `invalid_reference` otherwise. */
const assertActingParent = async (
  tx: Transaction,
  childId: string,
  clientId: string,
): Promise<void> => {
  const parents = await actingParentsOf(tx, childId)
  if (!parents.some(({ id }) => id === clientId))
    throw invalidReference('clientId', 'legal guardian, foster or surrogate parent of the child')
}

const saidBy = async (
  tx: Transaction,
  questionSetId: string | null,
  { mood, servicesReceived, callWanted, answers, comment }: RecordFamilyCheckIn,
): Promise<Said> => {
  if (questionSetId) {
    if (!answers) throw missing('answers')
    const set = (await findQuestionSet(tx, questionSetId))!
    return { ...saidToSet(set, answers), comment: comment ?? null }
  }
  if (answers)
    throw invalid('answers', 'not_allowed', 'The program has no question set. Send mood.')
  if (mood === undefined) throw missing('mood')
  if (servicesReceived === undefined) throw missing('servicesReceived')
  if (callWanted === undefined) throw missing('callWanted')
  return saidPlainly({ mood, servicesReceived, callWanted }, comment ?? null)
}
