import type { Context } from '#platform/core/context/context.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'
import { submitForm, type Submission } from './submit-form.ts'

/** Submits a form that is whole, with its scores and its signature. From here on it is locked. */
export const submitFormResponse = async (
  ctx: Context,
  submission: Submission,
): Promise<FormResponse> => toFormResponse(await submitForm(ctx, submission))
