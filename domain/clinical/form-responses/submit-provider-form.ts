import type { Context } from '#platform/core/context/context.ts'
import { toProviderForm, type ProviderForm } from './schemas.ts'
import { submitForm, type Submission } from './submit-form.ts'

/** Submits a provider's complete form with its signature, and locks it. */
export const submitProviderForm = async (
  ctx: Context,
  submission: Submission,
): Promise<ProviderForm> => toProviderForm(await submitForm(ctx, submission))
