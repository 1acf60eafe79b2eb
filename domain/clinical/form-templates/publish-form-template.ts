import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { nextVersion } from '#platform/core/records/versions.ts'
import { loadVersion } from './queries.ts'
import { formTemplateRecord } from './record.ts'
import { definitionOf } from './schemas.ts'

/** Publishes the template as the next version. New requests use this version, which never changes. */
export const publishFormTemplate = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, formTemplateRecord, {
    fields: async (draft, tx) => {
      const number = await nextVersion(draft, {
        name: 'template',
        contentOf: definitionOf,
        load: (version) => loadVersion(tx, version),
      })
      await tx.db.formTemplateVersion.create({
        data: {
          tenantId: tx.tenantId,
          templateId: draft.id,
          number,
          definition: definitionOf(draft),
          publishedBy: tx.actor.id,
          publishedAt: tx.now,
        },
      })
      return { publishedVersion: number }
    },
  })
