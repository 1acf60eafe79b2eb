import { breakGlass } from './break-glass/resource.ts'
import { disclosures } from './disclosures/resource.ts'
import { personExports } from './person-exports/resource.ts'
import { processingRestrictions } from './processing-restrictions/resource.ts'
import { erasures } from './erasures/resource.ts'
import { retention } from './retention/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const privacy = [
  breakGlass,
  disclosures,
  personExports,
  processingRestrictions,
  erasures,
  retention,
] as const
