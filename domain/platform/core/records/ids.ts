import { typeidUnboxed } from 'typeid-js'
import { z } from 'zod'
import { RECORDS, type Entity } from '#vocabulary/resources.ts'

export type { Entity }

/** Prefixes of ids by kind of record. Ids are TypeIDs: they sort chronologically and show their kind. */
export const ID_PREFIXES = Object.fromEntries(
  Object.entries(RECORDS).map(([entity, { prefix }]) => [entity, prefix]),
) as Record<Entity, string>

/** Creates an id, such as `apt_01m7zavmhde4es2ts9few7fzev`. */
export const newId = (entity: Entity): string => typeidUnboxed(ID_PREFIXES[entity])

const SUFFIX = '01m7zavmhde4es2ts9few7fzev'

/** A well-formed example of an id, the same in every run. */
export const exampleId = (entity: Entity): string => `${ID_PREFIXES[entity]}_${SUFFIX}`

/** Marks ids of any kind, whether alone or inside open objects. */
export const ANY_RECORD = 'any'

const NAMED = z.registry<{ entity: Entity | typeof ANY_RECORD }>()

/** Declares which records the untyped ids of a response refer to. This determines its disclosures. */
export const naming = <Schema extends z.ZodType>(
  entity: Entity | typeof ANY_RECORD,
  schema: Schema,
): Schema => {
  NAMED.add(schema, { entity })
  return schema
}

/** The records to which a schema refers by id. */
export const namedBy = (schema: z.core.$ZodType): Entity | typeof ANY_RECORD | undefined =>
  NAMED.get(schema)?.entity

/**
 * The schema for ids of one kind, which is a component of the OpenAPI document. An id of another kind is a
 * validation error.
 */
export const idOf = (entity: Entity) => {
  const known = ID_SCHEMAS.get(entity) ?? idSchema(entity)
  ID_SCHEMAS.set(entity, known)
  return known
}

const idSchema = (entity: Entity) =>
  naming(
    entity,
    z
      .string()
      .regex(new RegExp(`^${ID_PREFIXES[entity]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), {
        error: `must be an ID such as ${exampleId(entity)}`,
        // With this, a union of names and ids lists both in its message.
        abort: true,
      })
      .meta({
        id: `${entity.charAt(0).toUpperCase()}${entity.slice(1)}Id`,
        description: `ID of ${described(entity)}: \`${ID_PREFIXES[entity]}_\` and 26 characters, sortable by time.`,
        example: exampleId(entity),
      }),
  )

const ID_SCHEMAS = new Map<Entity, ReturnType<typeof idSchema>>()

/** `groupAppointment` as words: a group appointment. */
const described = (entity: Entity): string => {
  const words = entity.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`.replace('api key', 'API key')
}

const ENTITIES = new Map(
  Object.entries(ID_PREFIXES).map(([entity, prefix]) => [prefix, entity as Entity]),
)

/** The kind and the id of a record, as in the audit trail; `undefined` for a text that is not an id. */
export const subjectOf = (id: string | undefined): { type: Entity; id: string } | undefined => {
  const type = id && ENTITIES.get(id.split('_', 1)[0] ?? '')
  return type && id.length <= 64 ? { type, id } : undefined
}
