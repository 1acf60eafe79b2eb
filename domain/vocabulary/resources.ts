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
 * All resources. Tables of persons come after the tables to which they refer, because an erasure runs in
 * reverse order.
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
/** The values of a member in all declarations of a part. */
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

/** The kind of record of an id, as used in audit rows and events. */
export type Entity = KeysOf<Declared, 'records'>
/** A table whose rows have ids. */
export type RecordTable = ValuesOf<Declared, 'records', 'table'>
/** A kind of record to which bodies can refer. */
export type Referable = ReferablesOf<Declared>
/** An event about a change of a record, such as `client.updated`. */
export type RecordEventType = AnnouncementsOf<Declared>
/** The resources to which permissions and API keys refer. */
export type Resource = KeysOf<Declared, 'permissions'>
export type DeclaredConstraint = KeysOf<Declared, 'constraints'>
type ConstraintCode = ValuesOf<Declared, 'constraints', 'code'>

/** The declarations of a part, keyed by name. A duplicate name is an error. */
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

/** The resource whose permission is needed to read a kind of record, if any. */
export const READ_BY: Partial<Record<Entity, Resource>> = Object.fromEntries(
  (RESOURCES as readonly ResourceShape[]).flatMap(({ permissions, records }) => {
    const [own] = Object.keys(permissions ?? {})
    return Object.entries(records ?? {}).flatMap(([entity, { readBy = own }]) =>
      readBy === undefined ? [] : [[entity, readBy]],
    )
  }),
)

const tables = Object.entries(collect('tables'))

/** All tables about persons: who owns the rows, and how they are erased (docs/decisions/0051). */
export const PERSON_TABLES: Record<string, PersonTable> = Object.fromEntries(
  tables.flatMap(([name, table]) => ('withoutPersonalData' in table ? [] : [[name, table]])),
)

/** The other tables, and why they contain nothing about a child or a client. */
export const WITHOUT_PERSONAL_DATA: Record<string, string> = Object.fromEntries(
  tables.flatMap(([name, table]) =>
    'withoutPersonalData' in table ? [[name, table.withoutPersonalData]] : [],
  ),
)

/** All derived columns by table, with the permissions to read them (docs/decisions/0250). */
export const DERIVED: Record<string, DerivedShape> = Object.fromEntries(
  tables.flatMap(([name, { derived }]) => (derived ? [[name, derived]] : [])),
)
