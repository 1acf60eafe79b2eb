import { defineResource } from '#vocabulary/resource.ts'

export const idempotency = defineResource({
  tables: {
    idempotency_keys: { withoutPersonalData: 'ciphertext, kept for 24 hours' },
  },
  constraints: {
    idempotency_keys_pkey: {
      code: 'idempotency_in_progress',
      message: 'A request with this Idempotency-Key is still running. Retry shortly.',
      retryAfterSeconds: 1,
    },
  },
})
