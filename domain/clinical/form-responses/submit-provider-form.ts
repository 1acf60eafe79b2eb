import type { Context } from '#platform/core/context/context.ts'
import { toProviderForm, type ProviderForm } from './schemas.ts'
import { submitForm, type Submission } from './submit-form.ts'

/** Submits a provider's form that is whole, with its signature. From here on it is locked. */
export const submitProviderForm = async (
  ctx: Context,
  submission: Submission,
): Promise<ProviderForm> => toProviderForm(await submitForm(ctx, submission))
