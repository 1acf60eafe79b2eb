import { providerMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { wakeLicenseReviewsOf } from '../provider-licenses/wake-license-review.ts'
import { assertNotOwn } from './assert-not-own.ts'
import { providerRecord } from './record.ts'
import type { ReinstateProvider } from './schemas.ts'

/** Lifts a suspension. The provider cannot do it. */
export const reinstateProvider = (ctx: Context, { note, ...ref }: RecordRef & ReinstateProvider) =>
  moveRecord(ctx, ref, providerRecord, providerMoves, 'reinstate', {
    fields: async ({ id, suspendedAt: since }, tx) => {
      const alone = { permission: 'providers:write', since } as const
      await assertNotOwn(tx, id, 'reinstate the provider', alone)
      return { suspendedAt: null, suspensionReason: null, statusNote: note }
    },
    effects: (tx, { id }) => wakeLicenseReviewsOf(tx, id),
  })
