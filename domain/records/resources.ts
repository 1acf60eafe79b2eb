import { childRecords } from './child-records/resource.ts'
import { discharges } from './discharges/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const records = [childRecords, discharges] as const
