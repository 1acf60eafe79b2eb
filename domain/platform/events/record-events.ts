import { z } from 'zod'
import { RECORDS, type Entity, type RecordEventType } from '#vocabulary/resources.ts'
import type { AnnouncedShape, RecordChange } from '#vocabulary/resource.ts'
import { exampleId, idOf } from '../core/records/ids.ts'
import type { EventDefinition } from './define-event.ts'

export type RecordEvent = EventDefinition<z.ZodObject> & {
  type: RecordEventType
  example: Record<string, string | string[]>
}

const changedMembers = z
  .array(z.string())
  .min(1)
  .meta({ description: 'Names of the changed members, without their values.' })

const HAPPENED: Record<RecordChange, string> = {
  created: 'was recorded',
  updated: 'has changed: retrieve it again',
  archived: 'was archived',
  restored: 'was restored from the archive',
}

/** The kind of record to which an id member refers: `providerId` refers to a provider. */
const entityOf = (idMember: string) => idMember.replace(/Id$/, '') as Entity

const recordEvent = (
  kind: Entity,
  { as: name = kind, ids = [], optionalIds = [], example }: AnnouncedShape,
  change: RecordChange,
): RecordEvent => {
  const named = [`${kind}Id`, ...ids, ...optionalIds]
  const optional = new Set(optionalIds)
  const schemas = named.map((member) => {
    const id = idOf(entityOf(member))
    return [member, optional.has(member) ? id.exactOptional() : id]
  })
  const updated = change === 'updated'
  return {
    type: `${name}.${change}` as RecordEventType,
    description: `${/^[aeio]/.test(name) ? 'An' : 'A'} ${name} ${HAPPENED[change]}.`,
    payload: z.strictObject({ ...Object.fromEntries(schemas), ...(updated && { changedMembers }) }),
    example: {
      ...Object.fromEntries(named.map((member) => [member, exampleId(entityOf(member))])),
      ...(updated && { changedMembers: [example] }),
    },
  }
}

/** The events for changes of all resources that announce them, derived from their descriptors. */
export const RECORD_EVENTS = Object.fromEntries(
  Object.entries(RECORDS).flatMap(([kind, { announced }]) =>
    (announced?.events ?? []).map((change) => {
      const event = recordEvent(kind as Entity, announced!, change)
      return [event.type, event]
    }),
  ),
) as Record<RecordEventType, RecordEvent>

/** The event for a change of a record; none if records of its kind do not announce it. */
export const recordEventOf = (kind: Entity, change: RecordChange): RecordEvent | undefined =>
  (RECORD_EVENTS as Partial<Record<string, RecordEvent>>)[
    `${RECORDS[kind].announced?.as ?? kind}.${change}`
  ]
