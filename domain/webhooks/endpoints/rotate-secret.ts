import { z } from 'zod'
import { newWebhookSecret } from '#providers/webhooks/index.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { webhookEndpointRecord } from './record.ts'
import type { NewWebhookEndpoint } from './schemas.ts'
import { MAX_SECRETS, rotated, sealSecret, SealedSecrets } from './sealed-secret.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { assertMayDirect } from './assert-may-direct.ts'
import { HOUR_MS } from '#platform/core/time/time.ts'

const LONGEST_OVERLAP_HOURS = 24

export const RotateSecret = z
  .strictObject({
    overlapHours: z.int().min(0).max(LONGEST_OVERLAP_HOURS).default(LONGEST_OVERLAP_HOURS).meta({
      description:
        'Number of hours for which the previous secret is also used for signatures; 0 ends it immediately.',
    }),
  })
  .meta({ id: 'RotateSecret', example: { overlapHours: 24 } })
export type RotateSecret = z.infer<typeof RotateSecret>

/**
 * Creates a new secret, which is returned only now. Until the overlap ends, deliveries carry both signatures,
 * so that a receiver can switch at any time.
 */
export const rotateSecret = async (
  ctx: Context,
  { overlapHours, ...ref }: RecordRef & RotateSecret,
): Promise<NewWebhookEndpoint> => {
  const secret = newWebhookSecret()
  const shown = await changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: async ({ id, secrets }, tx) => {
      await assertMayDirect(tx)
      const { now, platform } = tx
      const fresh = sealSecret(platform.cipher, id, secret)
      const expiresAt = new Date(now.getTime() + overlapHours * HOUR_MS)
      const after = rotated(fromJson(SealedSecrets, secrets), fresh, { now, expiresAt })
      if (after.length > MAX_SECRETS) throw tooMany()
      return { secrets: after }
    },
    effects: announceEndpoint,
  })
  return { ...shown, secret }
}

const tooMany = () =>
  new DomainError(
    'too_many_secrets',
    `${MAX_SECRETS} secrets are already in use. Wait until one expires, or set overlapHours to 0 to end the earlier ones.`,
  )
