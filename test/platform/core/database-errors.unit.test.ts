import { expect, test } from 'vitest'
import { gaveWay, translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError, isOurs, isPermanent } from '#platform/core/errors/errors.ts'

/** As thrown by pg, and as wrapped by Prisma's driver adapter. */
const asThrown = (code: string, message: string) => [
  Object.assign(new Error(message), code ? { code } : {}),
  Object.assign(new Error('Prisma'), {
    meta: { driverAdapterError: { cause: { originalCode: code, originalMessage: message } } },
  }),
]

const TIMEOUT = 'canceling statement due to statement timeout'
const IDLE = 'terminating connection due to idle-in-transaction timeout'

test.each([
  ['57014', TIMEOUT, 'timed_out', 'longer than the limit of 15 seconds'],
  ['25P03', IDLE, 'timed_out', 'too busy to finish'],
  ['25P04', 'terminating connection due to transaction timeout', 'timed_out', 'too busy to finish'],
  ['57014', 'canceling statement due to user request', 'service_unavailable', 'An operator'],
  ['40001', 'could not serialize access', 'service_unavailable', 'changing the same records'],
  ['40P01', 'deadlock detected', 'service_unavailable', 'changing the same records'],
  ['55P03', 'canceling statement due to lock timeout', 'service_unavailable', 'the same records'],
  ['53300', 'too many connections for role', 'service_unavailable', 'out of a resource'],
  ['53100', 'could not extend file', 'service_unavailable', 'out of a resource'],
  ['', 'timeout exceeded when trying to connect', 'service_unavailable', 'No database connection'],
  ['57P01', 'terminating connection due to administrator command', 'service_unavailable', 'reach'],
  ['57P02', 'terminating connection because of crash', 'service_unavailable', 'not reachable'],
  ['57P03', 'the database system is starting up', 'service_unavailable', 'not reachable'],
  ['08006', 'connection failure', 'service_unavailable', 'not reachable'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', 'service_unavailable', 'not reachable'],
  ['', 'Connection terminated unexpectedly', 'service_unavailable', 'not reachable'],
])('%s, "%s", is %s: %s', (sqlstate, message, code, words) => {
  for (const thrown of asThrown(sqlstate, message)) {
    const error = translateDatabaseError(thrown)
    if (!(error instanceof DomainError)) throw new Error('Not translated')
    expect(error).toMatchObject({ code, cause: thrown })
    expect(error.message).toContain(words)
    expect(error.message).toContain('Retry with the same Idempotency-Key.')
    expect(error.message).not.toContain(message)
    expect(error.retryAfterSeconds).toBeGreaterThan(0)
    expect([isOurs(error), isPermanent(error)]).toEqual([true, false])
    expect(gaveWay(error)).toBe(['40001', '40P01'].includes(sqlstate))
  }
})

test.each([
  ['08P01', 'a protocol that was violated'],
  ['54001', 'a statement that is too complex'],
  ['42601', 'a syntax error'],
  ['22012', 'a division by zero'],
])('%s, %s, is a defect of ours', (code, message) => {
  for (const thrown of asThrown(code, message)) expect(translateDatabaseError(thrown)).toBe(thrown)
})
