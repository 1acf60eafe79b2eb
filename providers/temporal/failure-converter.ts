import { DefaultFailureConverter } from '@temporalio/common'

/** Encrypts messages and stack traces too. It is part of the workflow bundle, so it must stay pure. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
