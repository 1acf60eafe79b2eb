import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { ATTENTION_EVENT, type Trigger } from '../definitions/triggers.ts'
import { isCentreClosed } from '../triggers/is-centre-closed.ts'
import { judgeEvent } from '../triggers/judge-event.ts'
import type { Scene } from './scene.ts'
import type { ReplayOutcome } from './rules.ts'
import { scheduledTimes } from './scheduled-times.ts'

/** Whether a trigger starts a run, and if not, why. */
export interface Judged {
  outcome: ReplayOutcome
  code?: string
  message?: string
}

/** Whether a definition's trigger would have started a run. */
export const judgeTrigger = (
  ctx: Context,
  trigger: Trigger,
  scene: Pick<Scene, 'result' | 'event' | 'isChain'>,
): Promise<Judged> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const timeZone = await loadDefaultTimeZone(reader)
    return scene.result.kind === 'SCHEDULE'
      ? judgeTime(reader, trigger, scene.result.occurredAt, timeZone)
      : judge(trigger, scene, timeZone)
  })

const judgeTime = async (
  reader: Reader,
  trigger: Trigger,
  at: Date,
  centreTimeZone: string,
): Promise<Judged> => {
  if (trigger.type !== 'SCHEDULE') return { outcome: 'NOT_SEEN' }
  const endsAt = new Date(at.getTime() + 1)
  if (scheduledTimes(trigger, { startsAt: at, endsAt, centreTimeZone }).length === 0)
    return { outcome: 'NOT_SEEN' }
  const { onClosure, timeZone } = trigger
  return onClosure === 'SKIP' && (await isCentreClosed(reader, at, timeZone ?? centreTimeZone))
    ? { outcome: 'REFUSED', code: 'centre_closed' }
    : { outcome: 'WOULD_RUN' }
}

const judge = (
  trigger: Trigger,
  { event, isChain, result }: Pick<Scene, 'result' | 'event' | 'isChain'>,
  timeZone: string,
): Judged => {
  if (!event) return { outcome: 'REFUSED', code: 'event_removed' }
  const awaited = trigger.type === 'ATTENTION' ? ATTENTION_EVENT : eventOf(trigger)
  if (event.type !== awaited) return { outcome: 'NOT_SEEN' }
  if (isChain) return { outcome: 'REFUSED', code: 'chain_of_runs' }
  const verdict = judgeEvent(trigger, event, { now: result.occurredAt, timeZone })
  switch (verdict.verdict) {
    case 'MATCHES':
      return { outcome: 'WOULD_RUN' }
    case 'DIFFERS':
      return { outcome: 'FILTERED_OUT' }
    case 'FAILED':
      return { outcome: 'FILTER_FAILED', code: 'expression_failed', message: verdict.message }
  }
}

const eventOf = (trigger: Trigger): string | null =>
  trigger.type === 'EVENT' ? trigger.eventType : null
