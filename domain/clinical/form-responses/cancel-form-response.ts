import type { Context } from '#platform/core/context/context.ts'
import { cancelForm, type Cancelling } from './cancel-form.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'

/** It is not wanted any more: its links end, and nobody is reminded. */
export const cancelFormResponse = async (
  ctx: Context,
  cancelling: Cancelling,
): Promise<FormResponse> => toFormResponse(await cancelForm(ctx, cancelling))
