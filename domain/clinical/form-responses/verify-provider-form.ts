import type { Context } from '#platform/core/context/context.ts'
import type { ProviderFormVerification } from './schemas.ts'
import { verifyForm } from './verify-form.ts'

export const verifyProviderForm = async (
  ctx: Context,
  { id }: { id: string },
): Promise<ProviderFormVerification> => ({ formId: id, ...(await verifyForm(ctx, id)) })
