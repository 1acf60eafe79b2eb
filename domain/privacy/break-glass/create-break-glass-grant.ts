import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { privacyContact } from '#messaging/messages/recipient.ts'
import { showBreakGlassGrant } from './queries.ts'
import type { BreakGlass, BreakGlassGrant } from './schemas.ts'
import { breakGlassEvents } from './events.ts'
import { breakGlassReviewWorkflow } from './workflows.ts'

/**
 * Gives a provider access to a child outside of the caseload for some hours, with a reason. The privacy contact
 * is notified and reviews the access.
 */
export const createBreakGlassGrant = (ctx: Context, input: BreakGlass): Promise<BreakGlassGrant> =>
  transact(ctx, 'break-glass:write', async (tx) => {
    const { childId, reason, minutes } = input
    const providerId = providerOf(tx, input)
    // A bound caller cannot see the child yet, so the foreign key checks the reference.
    if (!tx.actor.providerId) await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'provider', { providerId })
    const [own] = await tx.sql(OF_CASELOAD, [providerId, tx.now, childId])
    if (own)
      throw new DomainError(
        'in_caseload',
        'The child is on the provider’s caseload, so you already have access.',
      )
    const row = await tx.db.breakGlassGrant.create({
      data: {
        ...freshRecord(tx, newId('breakGlassGrant')),
        childId,
        providerId,
        reason,
        requestedBy: tx.actor.id,
        expiresAt: addMinutes(tx.now, minutes),
      },
    })
    const subject = { type: 'breakGlassGrant', id: row.id } as const
    tx.created(subject, row)
    tx.did({ type: 'child', id: childId }, { breakGlassGrantId: row.id })
    const facts = { breakGlassGrantId: row.id, childId, providerId }
    tx.emit(breakGlassEvents['break_glass.opened'], subject, {
      ...facts,
      expiresAt: row.expiresAt.toISOString(),
    })
    tx.start(breakGlassReviewWorkflow, row.id)
    const recipient = await privacyContact(tx)
    if (recipient.email)
      await queueMessage(tx, {
        template: 'break_glass.opened',
        variables: { grantId: row.id, expiresAt: row.expiresAt.toISOString() },
        recipient,
        subject,
        dedupeKey: row.id,
        now: true,
      })
    return showBreakGlassGrant(row, tx)
  })

const providerOf = (tx: Transaction, { providerId }: BreakGlass): string => {
  const own = tx.actor.providerId
  if (!providerId && !own)
    throw invalid(
      'providerId',
      'required',
      'This key is not bound to a provider, so providerId is required.',
    )
  if (own && providerId && providerId !== own)
    throw invalid(
      'providerId',
      'mismatch',
      'This key can request access only for its own provider. Omit providerId.',
    )
  return (own ?? providerId)!
}

const OF_CASELOAD = `
  SELECT 1 FROM therapy.caseload_of(therapy.team_of($1, $2), $1, $2) WHERE child_id = $3 LIMIT 1`
