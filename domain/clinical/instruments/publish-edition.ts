import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { insertEdition } from './create-instrument.ts'
import { instrumentRecord } from './record.ts'
import { assertDefinition } from './rules.ts'
import type { Definition } from './schemas.ts'

/** Publishes an edition that scores future results. Existing results keep their edition. */
export const publishEdition = (
  ctx: Context,
  { definition, ...ref }: RecordRef & { definition: Definition },
) =>
  changeRecord(ctx, ref, instrumentRecord, {
    fields: async (before, tx) => {
      assertDefinition(definition)
      const edition = before.edition + 1
      await insertEdition(tx, { instrumentId: before.id, edition, definition })
      return { edition }
    },
  })
