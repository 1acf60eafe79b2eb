import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { askForForm } from './ask-for-form.ts'
import { toProviderForm, type ProviderForm } from './schemas.ts'

/** Asks the provider now, whether or not they were asked before: with a fresh link. */
export const remindProviderForm = async (ctx: Context, ref: RecordRef): Promise<ProviderForm> =>
  toProviderForm(await askForForm(ctx, ref))
