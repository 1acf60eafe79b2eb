import { signerFor } from '#clinical/notes/rules.ts'
import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { loadTodays } from '../programs/todays.ts'
import { signPlan } from './sign-plan.ts'
import type { SignIfsp } from './schemas.ts'

/** Signs a presented plan as its service coordinator. */
export const signIfsp = (ctx: Context, { signedName, ...ref }: RecordRef & SignIfsp) =>
  signPlan(ctx, ref, async ({ program, coordinatorId }, tx) => {
    await assertFreshStepUp(tx)
    const { providerId } = signerFor(tx.actor, coordinatorId!)
    const { today } = (await loadTodays(tx)).at(program.locationId)
    return {
      role: 'SERVICE_COORDINATOR',
      clientId: null,
      providerId,
      signedName,
      channel: 'API',
      declinedServices: [],
      signedOn: today,
    }
  })
