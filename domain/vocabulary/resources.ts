import { agents } from '#agents/resources.ts'
import { analytics } from '#analytics/resources.ts'
import { clinical } from '#clinical/resources.ts'
import { earlyIntervention } from '#early-intervention/resources.ts'
import { knowledge } from '#knowledge/resources.ts'
import { marketplace } from '#marketplace/resources.ts'
import { messaging } from '#messaging/resources.ts'
import { organization } from '#organization/resources.ts'
import { payments } from '#payments/resources.ts'
import { payouts } from '#payouts/resources.ts'
import { people } from '#people/resources.ts'
import { platform } from '#platform/resources.ts'
import { privacy } from '#privacy/resources.ts'
import { receivables } from '#receivables/resources.ts'
import { records } from '#records/resources.ts'
import { scheduling } from '#scheduling/resources.ts'
import { staff } from '#staff/resources.ts'
import { webhooks } from '#webhooks/resources.ts'
import type { PersonTable } from './person-table.ts'
import type {
  ConstraintShape,
  DerivedShape,
  PermissionShape,
  RecordChange,
  RecordShape,
  ResourceShape,
} from './resource.ts'

/**
 * Every resource of the platform. Tables of persons come after those that they refer to: an erasure
 * goes from the last to the first.
 */
const RESOURCES = [
  ...platform,
  ...organization,
  ...staff,
  ...people,
  ...scheduling,
  ...clinical,
  ...earlyIntervention,
  ...records,
  ...marketplace,
  ...knowledge,
  ...agents,
  ...receivables,
  ...payments,
  ...payouts,
  ...privacy,
  ...messaging,
  ...webhooks,
  ...analytics,
] as const

type Declared = (typeof RESOURCES)[number]
/** The names that resources declare in a part. */
type KeysOf<R, Part extends keyof ResourceShape> =
  R extends Record<Part, infer Shapes> ? keyof Shapes & string : never
/** The values of one member, of all that resources declare in a part. */
type ValuesOf<R, Part extends keyof ResourceShape, Member extends string> =
  R extends Record<Part, infer Shapes> ? ValueOf<Shapes[keyof Shapes], Member> : never
type ValueOf<Shape, Member extends string> =
  Shape extends Record<Member, infer Value extends string> ? Value : never
type ReferablesOf<R> =
  R extends Record<'records', infer Records>
    ? {
        [Name in keyof Records]: Records[Name] extends { referable: true } ? Name & string : never
      }[keyof Records]
    : never

type EventNameOf<Shape, Name extends string> = Shape extends {
  announced: { as: infer Other extends string }
}
  ? Other
  : Name
type AnnouncementsOf<R> =
  R extends Record<'records', infer Records>
    ? {
        [Name in keyof Records]: Records[Name] extends {
          announced: { events: readonly (infer Change extends RecordChange)[] }
        }
          ? `${EventNameOf<Records[Name], Name & string>}.${Change}`
          : never
      }[keyof Records]
    : never

/** What an id names, as audit rows and events say it. */
export type Entity = KeysOf<Declared, 'records'>
/** A table whose rows are records with ids of their own. */
export type RecordTable = ValuesOf<Declared, 'records', 'table'>
/** A kind of record that bodies may refer to. */
export type Referable = ReferablesOf<Declared>
/** An event by which changes of records are announced, such as `client.updated`. */
export type RecordEventType = AnnouncementsOf<Declared>
/** What permissions and API keys speak of. */
export type Resource = KeysOf<Declared, 'permissions'>
export type DeclaredConstraint = KeysOf<Declared, 'constraints'>
type ConstraintCode = ValuesOf<Declared, 'constraints', 'code'>

/** The declarations of one part, by name; a name that is declared twice is a mistake. */
const collect = <Part extends keyof ResourceShape>(part: Part) => {
  type Shape = NonNullable<ResourceShape[Part]>[string]
  const shapes = (RESOURCES as readonly ResourceShape[]).flatMap((resource) =>
    Object.entries<Shape>((resource[part] ?? {}) as Record<string, Shape>),
  )
  const names = shapes.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two resources declare ${twice} among their ${part}`)
  return Object.fromEntries(shapes)
}

export const RECORDS = collect('records') as Record<Entity, RecordShape>
export const PERMISSIONS = collect('permissions') as Record<Resource, PermissionShape>
export const CONSTRAINTS = collect('constraints') as Record<
  DeclaredConstraint,
  ConstraintShape & { code: ConstraintCode }
>

/** The permission by which records of a kind are read, if any. */
export const READ_BY: Partial<Record<Entity, Resource>> = Object.fromEntries(
  (RESOURCES as readonly ResourceShape[]).flatMap(({ permissions, records }) => {
    const [own] = Object.keys(permissions ?? {})
    return Object.entries(records ?? {}).flatMap(([entity, { readBy = own }]) =>
      readBy === undefined ? [] : [[entity, readBy]],
    )
  }),
)

const tables = Object.entries(collect('tables'))

/** Every table that holds something about a person: whose its rows are, and what an erasure does with them (docs/decisions/0051). */
export const PERSON_TABLES: Record<string, PersonTable> = Object.fromEntries(
  tables.flatMap(([name, table]) => ('withoutPersonalData' in table ? [] : [[name, table]])),
)

/** The other tables, and why they hold nothing about a child or a client. */
export const WITHOUT_PERSONAL_DATA: Record<string, string> = Object.fromEntries(
  tables.flatMap(([name, table]) =>
    'withoutPersonalData' in table ? [[name, table.withoutPersonalData]] : [],
  ),
)

/** Every column that is filled with what other records say, by its table, and what reading it takes (docs/decisions/0250). */
export const DERIVED: Record<string, DerivedShape> = Object.fromEntries(
  tables.flatMap(([name, { derived }]) => (derived ? [[name, derived]] : [])),
)
