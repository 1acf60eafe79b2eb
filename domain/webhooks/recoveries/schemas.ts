import { z } from 'zod'
import type { WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'

export const RECOVERY_STATUS = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const

export const WebhookRecovery = resourceSchema('WebhookRecovery', {
  id: idOf('webhookRecovery'),
  endpointId: idOf('webhookEndpoint'),
  startsAt: z.iso.datetime().meta({
    description: 'Beginning of the time range, in UTC.',
    example: '2026-11-20T00:00:00.000Z',
  }),
  endsAt: z.iso
    .datetime()
    .meta({ description: 'End of the time range, in UTC.', example: '2026-11-21T00:00:00.000Z' }),
  status: z.enum(RECOVERY_STATUS).meta({
    description:
      'DONE: all events of the range have been processed. FAILED: the recovery stopped; statusReason gives the reason.',
  }),
  statusReason: z.string().nullable().meta({
    description:
      'If the recovery FAILED: `endpoint_disabled` or `endpoint_deleted`; otherwise null.',
    example: null,
  }),
  reachedAt: z.iso.datetime().meta({
    description: 'Time up to which events have been processed, in UTC.',
    example: '2026-11-20T08:12:00.000Z',
  }),
  events: z.int().min(0).meta({ description: 'Number of events processed so far.', example: 500 }),
  deliveries: z.int().min(0).meta({
    description:
      'Number of deliveries created so far. To list them, use `GET /v1/deliveries?recoveryId=`.',
    example: 37,
  }),
  finishedAt: z.iso.datetime().nullable().meta({
    description: 'When all events had been queued again, in UTC; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type WebhookRecovery = z.infer<typeof WebhookRecovery>

export const toWebhookRecovery = (row: RecoveryModel): WebhookRecovery => ({
  id: row.id,
  endpointId: row.endpointId,
  startsAt: utc(row.startsAt),
  endsAt: utc(row.endsAt),
  status: row.status,
  statusReason: row.statusReason,
  reachedAt: utc(row.status === 'DONE' ? row.endsAt : row.cursorAt),
  events: row.events,
  deliveries: row.deliveries,
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})

export const RecoveryQuery = listQuery('webhookRecovery', ['-createdAt', 'createdAt'], {
  endpointId: idOf('webhookEndpoint').optional(),
  status: anyOf(RECOVERY_STATUS, 'Returns only recoveries with this status.'),
})
export type RecoveryQuery = z.infer<typeof RecoveryQuery>
