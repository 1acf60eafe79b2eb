import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { canonicalJson, jsonArray } from '#platform/core/json.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { loadPlanVersion } from './queries.ts'
import { onboardingPlanRecord } from './record.ts'
import { requirementsIn } from './schemas.ts'

/** Makes the next version of what the plan asks now. New onboardings follow it, and it never changes. */
export const publishOnboardingPlan = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, onboardingPlanRecord, {
    fields: async ({ id: planId, publishedVersion, archivedAt, ...draft }, tx) => {
      if (archivedAt)
        throw new DomainError('record_archived', 'The plan is archived. Restore it, then publish.')
      const requirements = requirementsIn(draft)
      if (publishedVersion) {
        const latest = await loadPlanVersion(tx, { id: planId, number: publishedVersion })
        if (canonicalJson(latest.requirements) === canonicalJson(requirements))
          throw new DomainError('nothing_to_publish', 'Nothing has changed since the last version.')
      }
      const number = (publishedVersion ?? 0) + 1
      await tx.db.onboardingPlanVersion.create({
        data: {
          tenantId: tx.tenantId,
          planId,
          number,
          requirements: jsonArray(requirements),
          publishedBy: tx.actor.id,
          publishedAt: tx.now,
        },
      })
      return { publishedVersion: number }
    },
  })
