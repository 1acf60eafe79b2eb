import type { Prisma, WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { WebhookRecovery, toWebhookRecovery } from './schemas.ts'
import { loadRecovery } from './queries.ts'

export const recoveryRecord: RecordKind<
  RecoveryModel,
  Prisma.WebhookRecoveryUncheckedUpdateInput,
  WebhookRecovery
> = {
  type: 'webhookRecovery',
  table: 'webhook_recoveries',
  permission: 'webhook-endpoints:write',
  load: loadRecovery,
  update: (tx, id, data) => tx.db.webhookRecovery.update({ where: keyOf(tx, id), data }),
  show: toWebhookRecovery,
}
