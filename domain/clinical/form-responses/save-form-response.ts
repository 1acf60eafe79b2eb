import type { Context } from '#platform/core/context/context.ts'
import { saveForm, type Draft } from './save-form.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'

/** Saves answers, any number of times. Answers may be missing but must have the right type. */
export const saveFormResponse = async (ctx: Context, draft: Draft): Promise<FormResponse> =>
  toFormResponse(await saveForm(ctx, draft))
