import { expect, test } from 'vitest'
import { centreSuspended, notFound } from '#platform/core/errors/errors.ts'
import { FailureInterceptor } from '../../activities/failures.ts'

const failureOf = async (thrown: Error): Promise<unknown> => {
  const fail = async () => {
    throw thrown
  }
  try {
    return await new FailureInterceptor().execute({ args: [], headers: {} }, fail)
  } catch (failure) {
    return failure
  }
}

test('an activity of a suspended centre is retried at long intervals', async () => {
  expect(await failureOf(centreSuspended())).toMatchObject({
    type: 'centre_suspended',
    nonRetryable: false,
    nextRetryDelay: '10 minutes',
  })
})

test('a refusal by a rule is not retried', async () => {
  const failure = await failureOf(notFound('child'))
  expect(failure).toMatchObject({ type: 'not_found', nonRetryable: true })
  expect(failure).not.toHaveProperty('nextRetryDelay', expect.anything())
})
