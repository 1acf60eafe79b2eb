import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { nextVersion } from '#platform/core/records/versions.ts'
import { loadPlanVersion } from './queries.ts'
import { onboardingPlanRecord } from './record.ts'
import { requirementsIn } from './schemas.ts'

/** Publishes the plan as the next version. New onboardings use this version, which never changes. */
export const publishOnboardingPlan = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, onboardingPlanRecord, {
    fields: async (draft, tx) => {
      const number = await nextVersion(draft, {
        name: 'plan',
        contentOf: requirementsIn,
        load: (version) => loadPlanVersion(tx, version),
      })
      await tx.db.onboardingPlanVersion.create({
        data: {
          tenantId: tx.tenantId,
          planId: draft.id,
          number,
          requirements: jsonArray(requirementsIn(draft)),
          publishedBy: tx.actor.id,
          publishedAt: tx.now,
        },
      })
      return { publishedVersion: number }
    },
  })
