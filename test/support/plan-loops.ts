import type pg from 'pg'

/** A node of `EXPLAIN (FORMAT JSON)`, with the members used here. */
export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'TID Cond'?: string
  'Hash Cond'?: string
  Strategy?: string
  Alias?: string
  Filter?: string
  'Plan Rows'?: number
  'Total Cost'?: number
  'Join Filter'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The columns of each unique index, by name. */
export type UniqueIndexes = ReadonlyMap<string, readonly string[]>

export const readUniqueIndexes = async (client: pg.Client): Promise<UniqueIndexes> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(UNIQUE)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

const UNIQUE = `
  SELECT c.relname AS name, array_agg(a.attname::text) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_attribute a ON a.attrelid = i.indexrelid
  WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL GROUP BY 1`

export const planOf = async (client: pg.Client, text: string): Promise<PlanNode> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** Runs a statement and counts the rows it read from tables and for joins. */
export const rowsVisited = async (
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    [...values],
  )
  const visited = (node: PlanNode): number => {
    const own =
      (isScan(node) ? node['Actual Rows']! : 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    return (node.Plans ?? []).reduce((sum, it) => sum + visited(it), own * node['Actual Loops']!)
  }
  return Math.round(visited(rows[0]!['QUERY PLAN'][0].Plan))
}

/**
 * Scans that a plan repeats for each row of another scan, although only the centre limits their rows: with n
 * rows in both tables it reads n².
 */
export const wholeScansInLoops = (plan: PlanNode, unique: UniqueIndexes): string[] => {
  const found: string[] = []
  const visit = (node: PlanNode, repeated: boolean): void => {
    const children = node.Plans ?? []
    // Tenants have one row per centre. The inner side of a hash is read once.
    if (repeated && isScan(node) && node['Relation Name'] !== 'tenants' && !isKeyed(node))
      found.push(describe(node))
    if (node['Node Type'] === 'Hash') return children.forEach((it) => visit(it, false))
    if (node['Node Type'] === 'Nested Loop') {
      const [outer, inner, ...others] = children
      visit(outer!, repeated)
      visit(inner!, repeated || !isSingle(outer!, unique))
      for (const it of others) visit(it, repeated)
      return
    }
    for (const it of children) {
      const relation = it['Parent Relationship']
      visit(it, relation === 'SubPlan' ? true : relation === 'InitPlan' ? false : repeated)
    }
  }
  visit(plan, false)
  return found
}

const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan'])

const isScan = (node: PlanNode): boolean => SCANS.has(node['Node Type'])

/** The conditions of an index scan. */
const conditionOf = (node: PlanNode): string =>
  [node['Index Cond'], ...(node.Plans ?? []).map(conditionOf)].filter(Boolean).join(' AND ')

/** Another condition than the centre limits the rows. */
const isKeyed = (node: PlanNode): boolean =>
  /[a-z]/.test(conditionOf(node).replaceAll(/\(?tenant_id = (?:\w+\.)?[\w$]+\)?|AND/g, ''))

const isSingle = (node: PlanNode, unique: UniqueIndexes): boolean => {
  const type = node['Node Type']
  const children = (node.Plans ?? []).filter(
    ({ 'Parent Relationship': it }) => !it?.endsWith('Plan'),
  )
  if (type === 'Result' && children.length === 0) return true
  if (type === 'Aggregate')
    return node.Strategy === 'Plain' || children.every((it) => isSingle(it, unique))
  if (isScan(node)) {
    const columns = unique.get(node['Index Name'] ?? '')
    const condition = conditionOf(node)
    if (columns === undefined || condition.includes('ANY')) return false
    return columns.every((name) => new RegExp(`\\(${name} = `).test(condition))
  }
  return children.length > 0 && children.every((it) => isSingle(it, unique))
}

const describe = (node: PlanNode): string =>
  `${node['Node Type']} of ${node['Relation Name']} ${node.Alias} by ${conditionOf(node) || 'nothing'}`
