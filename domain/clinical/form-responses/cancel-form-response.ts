import type { Context } from '#platform/core/context/context.ts'
import { cancelForm, type Cancelling } from './cancel-form.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'

/** Cancels the request: its links stop working and reminders stop. */
export const cancelFormResponse = async (
  ctx: Context,
  cancelling: Cancelling,
): Promise<FormResponse> => toFormResponse(await cancelForm(ctx, cancelling))
