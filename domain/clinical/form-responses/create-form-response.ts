import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { requestForm } from './request-form.ts'
import { toFormResponse, type FormResponse, type RequestForm } from './schemas.ts'

/** Requests a form: from the legal guardians by e-mail, or for entry through the API. */
export const createFormResponse = (ctx: Context, request: RequestForm): Promise<FormResponse> =>
  transact(ctx, 'form-responses:write', async (tx) =>
    toFormResponse(await requestForm(tx, request)),
  )
