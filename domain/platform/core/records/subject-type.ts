import { z } from 'zod'
import { RECORDS, type Entity } from '#vocabulary/resources.ts'
import { growing } from '../schemas/growing.ts'
import { upperSnake, type UpperSnake } from './upper-snake.ts'

/** A kind of record, as the API writes it: `WAITLIST_OFFER`. */
type KindOfRecord = UpperSnake<Entity>

const KINDS = Object.keys(RECORDS).map((entity) => upperSnake(entity as Entity))

/** What a `subjectId` names: the one list of it, computed from the descriptors of all resources. */
export const SubjectType = growing(z.enum(KINDS as [KindOfRecord, ...KindOfRecord[]])).meta({
  id: 'SubjectType',
  description: 'Kind of record.',
  example: 'APPOINTMENT',
})
export type SubjectType = z.infer<typeof SubjectType>

/** As the API writes a kind that is stored as the code has it. */
export const subjectTypeOf = (stored: string): SubjectType => upperSnake(stored as Entity)

const STORED = new Map<string, Entity>(
  Object.keys(RECORDS).map((entity) => [upperSnake(entity), entity as Entity]),
)

/** As it is stored. */
export const storedType = (type: SubjectType): Entity => STORED.get(type)!
