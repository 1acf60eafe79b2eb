import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { paginate } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { OUTCOMES, PROGRESS_CATEGORIES, type ChildOutcome } from '../programs/progress-category.ts'
import {
  CATEGORIES_OF_RATINGS,
  SIX_MONTHS_DAYS,
  STANDINGS,
  summaryStatement1,
  summaryStatement2,
  type Standing,
} from './rules.ts'
import type { OutcomeChildQuery, OutcomeFigure, OutcomeQuery } from './schemas.ts'

/** The progress of children who have exited, by location and outcome. */
export const listOutcomeFigures = (ctx: Context, query: OutcomeQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => ({ data: await figuresOf(reader, query) }))

/** The same figures as CSV. */
export const exportOutcomesCsv = (ctx: Context, query: OutcomeQuery) =>
  read(ctx, 'early-intervention:read', async (reader) =>
    csvFile(COLUMNS, await figuresOf(reader, query)),
  )

const COLUMNS = [
  'locationId',
  'locationName',
  'outcome',
  'children',
  'categoryA',
  'categoryB',
  'categoryC',
  'categoryD',
  'categoryE',
  'shortService',
  'incomplete',
  'summaryStatement1',
  'summaryStatement2',
] as const satisfies (keyof OutcomeFigure)[]

/** The children behind a figure. */
export const listOutcomeChildren = (ctx: Context, query: OutcomeChildQuery) =>
  read(ctx, 'early-intervention:read', (reader) =>
    paginate(reader, query, ({ after, take }, through) =>
      through(reader).sql<ChildRow>(CHILDREN, [
        ...countedBy(reader, query),
        query.outcome,
        query.standing ?? STANDINGS,
        after?.[1] ?? null,
        take,
      ]),
    ),
  )

const figuresOf = async (reader: Reader, query: OutcomeQuery): Promise<OutcomeFigure[]> => {
  const rows = await reader.sql<FigureRow>(FIGURES, countedBy(reader, query))
  return rows.map(({ locationId, locationName, outcome, ...counts }) => ({
    locationId,
    locationName,
    outcome,
    children: STANDINGS.reduce((sum, it) => sum + counts[it], 0),
    categoryA: counts.A,
    categoryB: counts.B,
    categoryC: counts.C,
    categoryD: counts.D,
    categoryE: counts.E,
    shortService: counts.SHORT_SERVICE,
    incomplete: counts.INCOMPLETE,
    summaryStatement1: summaryStatement1(counts),
    summaryStatement2: summaryStatement2(counts),
  }))
}

const countedBy = ({ tenantId }: Reader, query: OutcomeQuery): unknown[] => [
  tenantId,
  query['closedOn[gte]'],
  query['closedOn[lt]'],
  query.locationId ?? null,
  OUTCOMES,
  JSON.stringify(CATEGORIES_OF_RATINGS),
  SIX_MONTHS_DAYS,
]

interface ChildRow {
  id: string
  childId: string
  locationId: string | null
  outcome: ChildOutcome
  standing: Standing
  entryRating: number | null
  exitRating: number | null
  madeProgress: boolean | null
  serviceStartedOn: string | null
  closedOn: string
}

type FigureRow = Record<Standing, number> & {
  locationId: string | null
  locationName: string | null
  outcome: ChildOutcome
}

// A child without a category was not rated twice: impossible ratings are refused when they are recorded.
const CLASSIFIED = `
  SELECT p.tenant_id, p.id, p.child_id, p.location_id, p.closed_on, o.outcome, o.position, r.entry, r.exit, r.progress, s.started_on,
    CASE WHEN s.started_on IS NULL OR p.closed_on - s.started_on < $7::int THEN 'SHORT_SERVICE'
      ELSE COALESCE(c.category, 'INCOMPLETE') END AS standing
  FROM early_intervention_programs p
  CROSS JOIN unnest($5::text[]) WITH ORDINALITY AS o(outcome, position)
  CROSS JOIN LATERAL (
    SELECT max((x->>'rating')::int) FILTER (WHERE y->>'occasion' = 'ENTRY') AS entry,
      max((x->>'rating')::int) FILTER (WHERE y->>'occasion' = 'EXIT') AS exit,
      bool_or((x->>'madeProgress')::boolean) AS progress
    FROM jsonb_array_elements(p.outcome_summaries) y, jsonb_array_elements(y->'ratings') x
    WHERE x->>'outcome' = o.outcome) r
  CROSS JOIN LATERAL (
    SELECT min(day) AS started_on FROM (
      SELECT (m->>'occurredOn')::date FROM jsonb_array_elements(p.milestones) m WHERE m->>'kind' = 'SERVICES_STARTED'
      UNION ALL SELECT (i->>'startedOn')::date FROM jsonb_array_elements(p.ifsp_services) i) d(day)) s
  LEFT JOIN jsonb_to_recordset($6::jsonb) AS c(entry int, exit int, progress boolean, category text)
    ON c.entry = r.entry AND c.exit = r.exit AND c.progress = r.progress
  WHERE p.tenant_id = $1 AND p.closed_on >= $2::date AND p.closed_on < $3::date
    AND ($4::text IS NULL OR p.location_id = $4)`

const FIGURES = `
  SELECT c.location_id AS "locationId", l.name AS "locationName", c.outcome,
    ${PROGRESS_CATEGORIES.map((it) => `count(*) FILTER (WHERE c.standing = '${it}')::int AS "${it}"`).join(',\n    ')},
    count(*) FILTER (WHERE c.standing = 'SHORT_SERVICE')::int AS "SHORT_SERVICE",
    count(*) FILTER (WHERE c.standing = 'INCOMPLETE')::int AS "INCOMPLETE"
  FROM (${CLASSIFIED}) c
  LEFT JOIN locations l ON l.tenant_id = c.tenant_id AND l.id = c.location_id
  GROUP BY c.location_id, l.name, c.outcome, c.position
  ORDER BY l.name NULLS FIRST, c.location_id, c.position`

const CHILDREN = `
  SELECT c.id, c.child_id AS "childId", c.location_id AS "locationId", c.outcome, c.standing,
    c.entry AS "entryRating", c.exit AS "exitRating", c.progress AS "madeProgress",
    c.started_on::text AS "serviceStartedOn", c.closed_on::text AS "closedOn"
  FROM (${CLASSIFIED}) c
  WHERE c.outcome = $8 AND c.standing = ANY ($9::text[]) AND ($10::text IS NULL OR c.id > $10)
  ORDER BY c.id LIMIT $11`
