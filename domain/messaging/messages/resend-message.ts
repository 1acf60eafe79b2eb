import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { findRecipient, RECIPIENT_TYPES } from './recipient.ts'
import { moveMessage, updateMessage } from './record.ts'
import { isStillAddressed } from './is-still-addressed.ts'
import { outlookOf, REASONS } from './rules.ts'
import { seal } from './seal.ts'
import { addressHashes } from '../channels/address-hashes.ts'
import { loadReach } from '../channels/load-reach.ts'
import { addressFor, isText, refusalOf, type Channel } from '../channels/rules.ts'

/**
 * Resends an undelivered message to the recipient's current address. The caller wants it now, so quiet hours do
 * not delay it.
 */
export const resendMessage = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'resend', async (tx, before, status) => {
    const { id, recipientId, recipientType, notAfter } = before
    if (!before.sealedVariables) {
      throw new DomainError(
        'message_not_kept',
        'The text of a sent message is not stored. To send a new message, run the follow-up step again.',
      )
    }
    const type = recipientType as (typeof RECIPIENT_TYPES)[number]
    const email = (await findRecipient(tx, { type, id: recipientId }))?.email ?? null
    const channel = before.channel as Channel
    const reach = (await loadReach(tx, { type, id: recipientId, email }))[channel]
    // The caller wants it sent to this address, although an earlier message came back.
    const refusal = refusalOf(channel, { ...reach, problem: null }, { hasSender: true })
    const address = addressFor(channel, reach.address)
    // The database would refuse to queue it again for a restricted person, so this is checked first.
    const reason = (await isStillAddressed(tx, before))
      ? outlookOf({ refusal, restricted: false, dueAt: tx.now, notAfter }).reason
      : 'not_addressed'
    if (reason)
      throw new DomainError(
        'message_undeliverable',
        `The message cannot be sent: ${REASONS[reason]}.`,
      )
    return updateMessage(tx, before, {
      status,
      reason: null,
      sentWith: null,
      unlimited: true,
      sealedAddress: seal(tx.platform.cipher, id, address),
      ...(isText(channel) && { addressHash: addressHashes(tx, channel, address!)[0] }),
      originallyDueAt: tx.now,
      dueAt: tx.now,
    })
  })
