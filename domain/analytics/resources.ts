import { metrics } from './metrics/resource.ts'
import { rollups } from './rollups/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const analytics = [metrics, rollups] as const
