import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { earlyInterventionEvents, programFacts, type ProgramIds } from '../programs/events.ts'
import { earlyInterventionCheckInWorkflow } from '../programs/workflows.ts'
import type { Said } from './rules.ts'

interface Answered {
  clientId: string
  channel: 'LINK' | 'PHONE'
  answeredOn: string
  said: Said
}

/** Stores a guardian's answers. Notifies the coordinator immediately if an answer is worrying. */
export const keepFamilyCheckIn = async (
  tx: Transaction,
  program: ProgramIds,
  { clientId, channel, answeredOn, said: { answers, ...said } }: Answered,
) => {
  const id = newId('familyCheckIn')
  const row = await tx.db.familyCheckIn.create({
    data: {
      ...freshRecord(tx, id),
      programId: program.id,
      clientId,
      channel,
      answeredOn: dateColumn(answeredOn),
      ...said,
      answers: jsonOrNull(answers ?? null),
    },
  })
  const subject = { type: 'familyCheckIn', id } as const
  tx.created(subject, row)
  tx.emit(earlyInterventionEvents['family_check_in.answered'], subject, {
    familyCheckInId: id,
    clientId,
    ...programFacts(program),
  })
  if (!said.worrying) return row
  tx.wake(earlyInterventionCheckInWorkflow, program.id)
  await notifyCoordinator(tx, program.serviceCoordinatorId, id)
  return row
}

const notifyCoordinator = async (
  tx: Transaction,
  serviceCoordinatorId: string | null,
  familyCheckInId: string,
): Promise<void> => {
  const recipient =
    serviceCoordinatorId &&
    (await findRecipient(tx, { type: 'provider', id: serviceCoordinatorId }))
  if (!recipient) return
  await queueMessage(tx, {
    template: 'family_check_in.worrying',
    variables: { firstName: recipient.firstName, familyCheckInId },
    recipient,
    subject: { type: 'familyCheckIn', id: familyCheckInId },
    dedupeKey: `check-in/${familyCheckInId}`,
  })
}
