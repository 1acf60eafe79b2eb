import { metrics } from './metrics/resource.ts'
import { rollups } from './rollups/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const analytics = [metrics, rollups] as const
