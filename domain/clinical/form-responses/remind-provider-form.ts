import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { askForForm } from './ask-for-form.ts'
import { toProviderForm, type ProviderForm } from './schemas.ts'

/** Asks the provider now, with a new link, even if they were asked before. */
export const remindProviderForm = async (ctx: Context, ref: RecordRef): Promise<ProviderForm> =>
  toProviderForm(await askForForm(ctx, ref))
