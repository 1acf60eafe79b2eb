import { children } from './children/resource.ts'
import { clients } from './clients/resource.ts'
import { labels } from './labels/resource.ts'
import { guardianships } from './guardianships/resource.ts'
import { careTeams } from './care-teams/resource.ts'
import { childMerges } from './child-merges/resource.ts'
import { pets } from './pets/resource.ts'
import { diagnoses } from './diagnoses/resource.ts'
import { consents } from './consents/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const people = [
  labels,
  children,
  clients,
  guardianships,
  careTeams,
  childMerges,
  pets,
  consents,
  diagnoses,
] as const
