import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { nextVersion } from '#platform/core/records/versions.ts'
import { insertVersion } from './insert-version.ts'
import { loadAssistantVersion } from './queries.ts'
import { assistantRecord } from './record.ts'
import { settingsOf } from './schemas.ts'

/** Publishes an assistant's settings as the next version, which is used from now on. */
export const publishAssistant = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, assistantRecord, {
    fields: async (draft, tx) => {
      const number = await nextVersion(draft, {
        name: 'assistant',
        contentOf: settingsOf,
        load: (version) => loadAssistantVersion(tx, version),
      })
      await insertVersion(tx, { assistantId: draft.id, number, settings: settingsOf(draft) })
      return { publishedVersion: number }
    },
  })
