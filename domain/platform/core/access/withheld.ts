import { z } from 'zod'
import { DERIVED, PERMISSIONS } from '#vocabulary/resources.ts'
import { ID_PREFIXES } from '../records/ids.ts'
import {
  can,
  PERMISSIONS_OF_EVERYBODY,
  resourceOf,
  sightOf,
  type Actor,
  type Bounds,
  type Permission,
} from './permissions.ts'

/** What stands instead of a text that its reader lacks permissions for. */
export const WITHHELD = 'Withheld: it may say what you have no permission to read.'

/** The member that tells readers which permissions they lack. */
export const withheldMember = (what: string) =>
  z.array(z.string()).meta({
    description: `Permissions that you lack to read ${what}, or have for a part of the centre only; they are left out then. Empty: nothing is withheld.`,
    example: [],
  })

/** Of permissions that something takes, those that a reader lacks. */
export const missingOf = (
  actor: Pick<Actor, 'permissions'>,
  takes: readonly string[],
): Permission[] =>
  [...new Set(takes as readonly Permission[])].filter((needed) => !can(actor, needed))

/** A text that says by which permissions it was made from records, and the record that it is about, if any. */
interface MadeText {
  readingNeeds: readonly string[]
  childId: string | null
  subjectId?: string | null
}

/**
 * Of what reading a text takes that an agent or a model worked out, what a reader lacks. A text that is about no record may
 * say anything of the whole centre: a reader who sees a part of the centre lacks for it all that not everybody may read.
 */
export const missingForText = (
  actor: Pick<Actor, 'permissions'> & Bounds,
  { readingNeeds, childId, subjectId = null }: MadeText,
): Permission[] => {
  if (sightOf(actor) === 'CENTRE' || childId !== null || subjectId !== null)
    return missingOf(actor, readingNeeds)
  const ofEverybody = new Set(PERMISSIONS_OF_EVERYBODY)
  return missingOf({ permissions: ofEverybody }, readingNeeds)
}

/** Of what reading the derived columns of a table takes, what a reader lacks. */
export const missingIn = (actor: Pick<Actor, 'permissions'>, table: string): Permission[] => {
  const { takes } = DERIVED[table]!
  if (takes === 'BY_ROW') throw new Error(`What reading ${table} takes is said by each row`)
  return missingOf(actor, takes)
}

/** What reading takes of what somebody may do with a permission. */
export const readingOf = (permission: Permission): Permission => {
  const resource = resourceOf(permission)
  const modes = new Set<string>(Object.values(PERMISSIONS[resource].scopes).flat())
  return modes.has('read') ? `${resource}:read` : permission
}

/** What reading a value takes because it names children or clients, in texts too. */
export const needsOfPersonsIn = (value: unknown): Permission[] => {
  const text = JSON.stringify(value) ?? ''
  return PERSONS.flatMap(([id, needed]) => (id.test(text) ? [needed] : []))
}

const personId = (prefix: string): RegExp =>
  new RegExp(`\\b${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}\\b`)

const PERSONS: readonly (readonly [RegExp, Permission])[] = [
  [personId(ID_PREFIXES.child), 'children:read'],
  [personId(ID_PREFIXES.client), 'clients:read'],
]
