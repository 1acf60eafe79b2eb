import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { canonicalJson } from '#platform/core/json.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { loadVersion } from './queries.ts'
import { formTemplateRecord } from './record.ts'
import { definitionOf } from './schemas.ts'

/** Makes the next version of what the template says now. It is asked from here on, and never changes. */
export const publishFormTemplate = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, formTemplateRecord, {
    fields: async ({ id: templateId, publishedVersion, archivedAt, ...draft }, tx) => {
      if (archivedAt)
        throw new DomainError(
          'record_archived',
          'The template is archived. Restore it, then publish.',
        )
      const definition = definitionOf(draft)
      if (publishedVersion) {
        const latest = await loadVersion(tx, { id: templateId, number: publishedVersion })
        if (canonicalJson(latest.definition) === canonicalJson(definition))
          throw new DomainError('nothing_to_publish', 'Nothing has changed since the last version.')
      }
      const number = (publishedVersion ?? 0) + 1
      const published = { publishedBy: tx.actor.id, publishedAt: tx.now }
      await tx.db.formTemplateVersion.create({
        data: { tenantId: tx.tenantId, templateId, number, definition, ...published },
      })
      return { publishedVersion: number }
    },
  })
