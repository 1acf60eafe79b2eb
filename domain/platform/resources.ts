import { apiKeys } from './api-keys/resource.ts'
import { audit } from './audit/resource.ts'
import { identity } from './identity/resource.ts'
import { idempotency } from './idempotency/resource.ts'
import { outbox } from './outbox/resource.ts'
import { files } from './files/resource.ts'
import { maintenance } from './maintenance/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const platform = [apiKeys, audit, identity, idempotency, outbox, files, maintenance] as const
