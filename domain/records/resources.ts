import { childRecords } from './child-records/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const records = [childRecords] as const
