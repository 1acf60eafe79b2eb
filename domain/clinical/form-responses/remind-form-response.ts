import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { askForForm } from './ask-for-form.ts'
import { toFormResponse, type FormResponse } from './schemas.ts'

/** Asks the guardians now, even if they were asked before. Each gets a new link. */
export const remindFormResponse = async (ctx: Context, ref: RecordRef): Promise<FormResponse> =>
  toFormResponse(await askForForm(ctx, ref))
