/** Where a schema contains record ids, and setting ids there. */
import { z } from 'zod'
import { listedBy } from '#platform/core/schemas/comma-separated.ts'
import { namedBy, type Entity } from '#platform/core/records/ids.ts'
import { exampleFor } from '../../api/documents/examples.ts'
import { partsOf } from '../../api/http/schema-parts.ts'
import { operations } from '../../api/resources/index.ts'
import { validCall } from './scenarios.ts'
import { requestOf, type Json, type World } from './world.ts'

/** A place of an id: member names, `*` for list items, `{}` for a key. */
export interface Place {
  path: string[]
  entity: Entity
  /** For a key: its allowed value. */
  value?: unknown
}

export const placesIn = (schema: z.core.$ZodType, path: string[] = []): Place[] => {
  const entity = namedBy(schema)
  if (entity !== undefined) return entity === 'any' ? [] : [{ path, entity }]
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, member]) =>
      placesIn(member, [...path, name]),
    )
  if (schema instanceof z.ZodRecord)
    return [
      ...placesIn(schema.keyType, [...path, '{}']).map((place) => ({
        ...place,
        value: exampleFor(schema.valueType),
      })),
      ...placesIn(schema.valueType, [...path, '{}']),
    ]
  if (schema instanceof z.ZodArray) return placesIn(schema.element, [...path, '*'])
  const listed = listedBy(schema)
  return (listed ? [listed] : partsOf(schema)).flatMap((part) => placesIn(part, path))
}

/** A kind appears once per place, however many variants the place has. */
export const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.path.join('.')} ${place.entity}`, place])).values(),
]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets an id at a place; missing parents come from the example. */
export const withId = (
  value: unknown,
  example: unknown,
  place: Omit<Place, 'entity'>,
  id: string,
): unknown => {
  const [head, ...path] = place.path
  const rest = { ...place, path }
  if (head === undefined) return id
  if (head === '*') {
    const [first, ...others] = Array.isArray(value) && value.length > 0 ? (value as unknown[]) : []
    const like = Array.isArray(example) ? (example as unknown[])[0] : undefined
    return [withId(first ?? like, like, rest, id), ...others]
  }
  if (head === '{}') {
    return { [id]: place.value }
  }
  const base = isObject(value) ? value : isObject(example) ? example : {}
  const like = isObject(example) ? example[head] : undefined
  return { ...base, [head]: withId(base[head], like, rest, id) }
}

/** Kinds without a retrieving operation. */
const BESIDE: Partial<Record<Entity, (world: World) => Promise<string>>> = {
  freedSlot: async (world) => String((await world.waitlistOffer())['freedSlotId']),
}

/** An id of each kind from a world: that of the operation which retrieves the kind. */
export const idsOf = (world: World): ((entity: Entity) => Promise<string>) => {
  const known = new Map<Entity, Promise<string>>()
  return (entity) => {
    const id = known.get(entity) ?? makeId(world, entity)
    known.set(entity, id)
    return id
  }
}

const makeId = async (world: World, entity: Entity): Promise<string> => {
  const beside = BESIDE[entity]
  if (beside) return beside(world)
  const reader = operations.find(({ params }) => {
    const id = (params as z.ZodObject | undefined)?.shape?.['id'] as z.core.$ZodType | undefined
    return id !== undefined && namedBy(id) === entity
  })
  if (!reader) return listedId(world, entity)
  return (await validCall(reader, world)).params!['id']!
}

/** For kinds that only lists show. */
const listedId = async (world: World, entity: Entity): Promise<string> => {
  const list = operations.find(({ query }) => {
    const ids = query instanceof z.ZodObject && listedBy(query.shape['ids'])
    return ids && namedBy(ids.element) === entity
  })
  if (!list) throw new Error(`No operation takes the id of a ${entity}`)
  if (entity === 'programDeadline') await world.program()
  const { query, ...call } = await validCall(list, world)
  const all = entity === 'programDeadline' ? { status: 'AT_RISK,MISSED,PAUSED,ON_TRACK' } : {}
  const { body } = await world.client.send<{ data: { id: string }[] }>(
    requestOf(list, { ...call, query: { ...query, ...all } }),
  )
  return body.data[0]!.id
}

/** A response without its own subject id. */
export const anonymized = (text: string, id: string) =>
  text.replaceAll(id, '<id>').replaceAll(/"(?:requestId|currentAt)":"[^"]+"/g, '')
