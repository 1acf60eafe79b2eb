import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { requestForm } from './request-form.ts'
import { toProviderForm, type ProviderForm, type RequestProviderForm } from './schemas.ts'

/** Requests a form from a provider: by e-mail, or for entry through the API. */
export const createProviderForm = (
  ctx: Context,
  request: RequestProviderForm,
): Promise<ProviderForm> =>
  transact(ctx, 'provider-documents:write', async (tx) =>
    toProviderForm(await requestForm(tx, request)),
  )
