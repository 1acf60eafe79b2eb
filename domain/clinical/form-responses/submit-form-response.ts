import type { Context } from '#platform/core/context/context.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'
import { submitForm, type Submission } from './submit-form.ts'

/** Submits a complete form with its scores and signature, and locks it. */
export const submitFormResponse = async (
  ctx: Context,
  submission: Submission,
): Promise<FormResponse> => toFormResponse(await submitForm(ctx, submission))
