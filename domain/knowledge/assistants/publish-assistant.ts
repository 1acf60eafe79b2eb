import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { canonicalJson } from '#platform/core/json.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { insertVersion } from './insert-version.ts'
import { loadAssistantVersion } from './queries.ts'
import { assistantRecord } from './record.ts'
import { settingsOf } from './schemas.ts'

/** Makes the next version of what the assistant's settings are now. It answers by it from here on. */
export const publishAssistant = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, assistantRecord, {
    fields: async (before, tx) => {
      const { id, publishedVersion, archivedAt } = before
      if (archivedAt)
        throw new DomainError(
          'record_archived',
          'The assistant is archived. Restore it, then publish.',
        )
      const settings = settingsOf(before)
      const latest = await loadAssistantVersion(tx, { id, number: publishedVersion })
      if (canonicalJson(settingsOf(latest)) === canonicalJson(settings))
        throw new DomainError('nothing_to_publish', 'Nothing has changed since the last version.')
      const number = publishedVersion + 1
      await insertVersion(tx, { assistantId: id, number, settings })
      return { publishedVersion: number }
    },
  })
