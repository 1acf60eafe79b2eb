import type { Context } from '#platform/core/context/context.ts'
import type { FormVerification } from './schemas.ts'
import { verifyForm } from './verify-form.ts'

export const verifyFormResponse = async (
  ctx: Context,
  { id }: { id: string },
): Promise<FormVerification> => ({ responseId: id, ...(await verifyForm(ctx, id)) })
