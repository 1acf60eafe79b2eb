import type { TenantListener } from '#organization/tenants/listeners.ts'
import { insertMatchingNeed } from './create-matching-need.ts'
import { STARTER_NEEDS } from './starter-needs.ts'

/** A new centre has a set of needs, which it changes as its own. */
export const starterNeedsListener: TenantListener = {
  opened: async (tx) => {
    for (const need of STARTER_NEEDS) await insertMatchingNeed(tx, { ...need, professions: [] })
  },
}
