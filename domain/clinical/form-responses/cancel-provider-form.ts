import type { Context } from '#platform/core/context/context.ts'
import { cancelForm, type Cancelling } from './cancel-form.ts'
import { toProviderForm, type ProviderForm } from './schemas.ts'

/** Cancels the request: its links stop working. */
export const cancelProviderForm = async (
  ctx: Context,
  cancelling: Cancelling,
): Promise<ProviderForm> => toProviderForm(await cancelForm(ctx, cancelling))
