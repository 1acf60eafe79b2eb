import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertUnlimited } from '#platform/identity/assert-unlimited.ts'
import type { AllowedModelUrl } from './allowed-model-url.ts'
import { aiModelRecord } from './record.ts'
import type { PatchAiModel } from './schemas.ts'
import { sealKey } from './seal-key.ts'

/**
 * Changes a model. A change of its host requires the key again, so that nobody can redirect a key that they do
 * not know.
 */
export const patchAiModel = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: Omit<PatchAiModel, 'baseUrl'> },
  baseUrl?: AllowedModelUrl,
) => {
  const { key, ...fields } = patch
  return changeRecord(ctx, ref, aiModelRecord, {
    fields: async (before, tx) => {
      await assertUnlimited(tx, 'A language model')
      const moves = baseUrl !== undefined && originOf(baseUrl) !== originOf(before.baseUrl)
      if (moves && before.sealedKey !== null && key === undefined)
        throw invalid(
          'key',
          'required',
          'A model at a different host requires its key again. Send the key, or null.',
        )
      return {
        ...fields,
        ...(baseUrl !== undefined && { baseUrl }),
        ...(key !== undefined && sealKey(tx.platform.cipher, before.id, key)),
      }
    },
  })
}

const originOf = (url: string): string => new URL(url).origin
