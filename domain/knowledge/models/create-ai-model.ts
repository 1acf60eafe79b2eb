import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertUnlimited } from '#platform/identity/assert-unlimited.ts'
import type { AllowedModelUrl } from './allowed-model-url.ts'
import { toAiModel, type AiModel, type CreateAiModel } from './schemas.ts'
import { sealKey } from './seal-key.ts'

/**
 * Connects a model to the centre. Its key is encrypted and never returned. A limited API key cannot do this,
 * because the model lasts longer than the key.
 */
export const createAiModel = (
  ctx: Context,
  { key, ...input }: Omit<CreateAiModel, 'baseUrl'>,
  baseUrl: AllowedModelUrl,
): Promise<AiModel> =>
  transact(ctx, 'ai-models:write', async (tx) => {
    await assertUnlimited(tx, 'A language model')
    const id = newId('aiModel')
    const row = await tx.db.aiModel.create({
      data: { ...freshRecord(tx, id), ...input, baseUrl, ...sealKey(tx.platform.cipher, id, key) },
    })
    tx.created({ type: 'aiModel', id }, row)
    return toAiModel(row)
  })
