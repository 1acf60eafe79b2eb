import { DefaultFailureConverter } from '@temporalio/common'

/** Messages and stack traces are encrypted too. Also part of the workflow bundle: keep it pure. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
