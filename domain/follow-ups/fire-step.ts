import type { Context } from '../core/context.ts'
import { operate, stepToCome, type OperatedStep } from './operate.ts'

/** Has a step done now instead of at its time. Its rules hold all the same. */
export const fireStep = (ctx: Context, { step, ...ref }: OperatedStep) =>
  operate(ctx, ref, async (tx, followUp) => {
    const { firedAt } = stepToCome(followUp, step, 'fire')
    await tx.sql(FIRE, [tx.tenantId, followUp.id, step, firedAt ?? tx.now])
    return { [step]: 'FIRED' }
  })

const FIRE = `
  UPDATE follow_up_steps SET fired_at = $4 WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`
