import type { Context } from '#platform/core/context/context.ts'
import { saveForm, type Draft } from './save-form.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'

/** Keeps what is answered so far, as often as one likes. Gaps are no matter, types are. */
export const saveFormResponse = async (ctx: Context, draft: Draft): Promise<FormResponse> =>
  toFormResponse(await saveForm(ctx, draft))
