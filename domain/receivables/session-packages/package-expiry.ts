import { Temporal } from 'temporal-polyfill'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { atLocalTime, dateTextOrNull } from '#platform/core/time/time.ts'
import { defineFollowUp, done, leftThePlan, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { moveSessions } from './move-sessions.ts'
import { loadSessionPackage } from './queries.ts'

interface Facts {
  id: string
  balance: number
  expiresOn: string | null
  timeZone: string
}

/** Follows a package: what is left of it expires after its last day. */
export const packageExpiry = defineFollowUp<Facts>({
  resource: 'session-packages',
  facts: async (tx, id) => {
    await lockRecord(tx, 'session_packages', id)
    const { balance, expiresOn } = await loadSessionPackage(tx, id)
    const { timeZone } = await loadMessagingTerms(tx)
    return { id, balance, expiresOn: dateTextOrNull(expiresOn), timeZone }
  },
  plan: ({ balance, expiresOn, timeZone }) => {
    if (balance === 0 || expiresOn === null) return []
    const dayAfter = Temporal.PlainDate.from(expiresOn).add({ days: 1 }).toString()
    return [{ step: 'expire', dueAt: atLocalTime(dayAfter, '00:00', timeZone) }]
  },
  cancelReason: () => 'no sessions are left',
  finalStatus: () => 'COMPLETED',
  isSettled: leftThePlan,
  whenLate: () => 'DONE',
  whileRestricted: () => 'DONE',
  perform: async (tx, { id, balance }) => {
    if (balance === 0) return skipped('no sessions are left')
    await moveSessions(tx, id, { kind: 'EXPIRED', sessions: -balance })
    return done(`${balance} sessions have expired`)
  },
})
