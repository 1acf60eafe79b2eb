import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { choicesOf } from './record.ts'
import { toReminderPolicy, type CreateReminderPolicy, type ReminderPolicy } from './schemas.ts'

/**
 * Creates a policy. There can be only one active policy per service, per guardian and for the centre; another
 * one is refused with `already_exists`.
 */
export const createReminderPolicy = (
  ctx: Context,
  { serviceId, clientId, ...choices }: CreateReminderPolicy,
): Promise<ReminderPolicy> =>
  transact(ctx, 'reminder-policies:write', async (tx) => {
    if (serviceId && clientId)
      throw invalid(
        'clientId',
        'exactly_one',
        'A policy applies to either a service or a guardian. Send only one of them.',
      )
    await assertReferences(tx, 'service', { serviceId })
    await assertReferences(tx, 'client', { clientId })
    const row = await tx.db.reminderPolicy.create({
      data: {
        ...freshRecord(tx, newId('reminderPolicy')),
        serviceId: serviceId ?? null,
        clientId: clientId ?? null,
        ...choicesOf(choices),
      },
    })
    tx.created({ type: 'reminderPolicy', id: row.id }, row)
    return toReminderPolicy(row)
  })
