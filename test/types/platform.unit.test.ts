import { expect, test } from 'vitest'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { allowUrl } from '#webhooks/endpoints/allowed-url.ts'
import { createWebhookEndpoint } from '#webhooks/endpoints/create-webhook-endpoint.ts'
import type { CreateWebhookEndpoint } from '#webhooks/endpoints/schemas.ts'

/** Checked by `tsc`, which must refuse each line below `@ts-expect-error`. */
const refused = (tx: Transaction, reader: Reader, input: CreateWebhookEndpoint) => [
  // @ts-expect-error A transaction has no files: a rollback would not bring them back.
  () => tx.platform.files.remove('ten_1/fil_1'),
  // @ts-expect-error Nor a scanner.
  () => tx.platform.scanner,
  // @ts-expect-error Nor a name service: it would hold the connection while it waits.
  () => tx.platform.webhookAddresses,
  // @ts-expect-error A reader has none of them either.
  () => reader.platform.files,
  // @ts-expect-error A transaction is no context for work outside of it.
  (): OutsideContext => tx,
  // @ts-expect-error What looks names up does not take the platform of a transaction.
  () => allowUrl(tx.platform, input.url),
  // @ts-expect-error A URL that was not checked cannot be stored.
  () => createWebhookEndpoint(tx, input, input.url),
]

test('the compiler refuses effects outside the database within a transaction', () => {
  expect(refused).toBeTypeOf('function')
})
