import type { TenantListener } from '#organization/tenants/listeners.ts'
import { insertMatchingNeed } from './create-matching-need.ts'
import { STARTER_NEEDS } from './starter-needs.ts'

/** Gives a new centre a starter set of needs, which it can adapt. */
export const starterNeedsListener: TenantListener = {
  opened: async (tx) => {
    for (const need of STARTER_NEEDS) await insertMatchingNeed(tx, { ...need, professions: [] })
  },
}
