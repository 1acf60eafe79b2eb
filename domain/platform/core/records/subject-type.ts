import { z } from 'zod'
import { RECORDS, type Entity } from '#vocabulary/resources.ts'
import { growing } from '../schemas/growing.ts'
import { upperSnake, type UpperSnake } from './upper-snake.ts'

/** A kind of record in the API's notation: `WAITLIST_OFFER`. */
type KindOfRecord = UpperSnake<Entity>

const KINDS = Object.keys(RECORDS).map((entity) => upperSnake(entity as Entity))

/** The kinds to which `subjectId` can refer. This is the only list; it is computed from all resource descriptors. */
export const SubjectType = growing(z.enum(KINDS as [KindOfRecord, ...KindOfRecord[]])).meta({
  id: 'SubjectType',
  description: 'Kind of record.',
  example: 'APPOINTMENT',
})
export type SubjectType = z.infer<typeof SubjectType>

/** A stored kind in the API's notation. */
export const subjectTypeOf = (stored: string): SubjectType => upperSnake(stored as Entity)

const STORED = new Map<string, Entity>(
  Object.keys(RECORDS).map((entity) => [upperSnake(entity), entity as Entity]),
)

/** A kind in its stored notation. */
export const storedType = (type: SubjectType): Entity => STORED.get(type)!
