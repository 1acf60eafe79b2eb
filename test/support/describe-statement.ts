import type pg from 'pg'

interface Field {
  name: string
  /** The type's oid. */
  dataTypeID: number
  /** The table's column it shows unchanged; 0 for a computed one. */
  tableID: number
  columnID: number
}

/** A column of a result, as described by PostgreSQL. */
export interface ResultColumn extends Field {
  /** The statement. */
  text: string
  /** Its table is outer-joined, so a row without a partner is kept. */
  outerJoined: boolean
}

/** Prepares a statement without running it and returns its columns; nothing if it returns none. */
export const describeStatement = async (
  client: pg.Client,
  text: string,
): Promise<ResultColumn[]> => {
  const fields = await describe(client, text)
  if (fields.length === 0) return []
  const plan = await planOf(client, text)
  const outer = outerJoined(plan)
  return fields.map((field, index) => {
    const [, alias] = /^([^.(]+)\.[^.(]+$/.exec(plan.Output?.[index] ?? '') ?? []
    return { ...field, text, outerJoined: field.tableID !== 0 && outer.has(alias ?? '') }
  })
}

const describe = (client: pg.Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      submit: (connection: pg.Connection) => {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as pg.Submittable)
  })

interface Plan {
  'Join Type'?: string
  'Parent Relationship'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
}

const planOf = async (client: pg.Client, text: string): Promise<Plan> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${text}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** The planner turns an outer join into an inner one if its conditions exclude missing rows. */
const outerJoined = ({ 'Join Type': type, Plans = [] }: Plan): Set<string> => {
  const kept = KEPT[type ?? ''] ?? []
  const sides = Plans.filter((it) => kept.includes(it['Parent Relationship']))
  return new Set([...Plans.flatMap((it) => [...outerJoined(it)]), ...sides.flatMap(aliasesOf)])
}

/** The nullable sides of a join. */
const KEPT: Record<string, (string | undefined)[]> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
}

const aliasesOf = ({ Alias, Plans = [] }: Plan): string[] => [
  ...(Alias ? [Alias] : []),
  ...Plans.filter((it) => /^(Inner|Outer|Subquery)$/.test(it['Parent Relationship'] ?? '')).flatMap(
    aliasesOf,
  ),
]
