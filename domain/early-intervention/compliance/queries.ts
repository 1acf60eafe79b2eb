import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { paginate } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadTodays } from '../programs/todays.ts'
import { INDICATOR_OF, OUTCOMES, percentOf, type Indicator, type Outcome } from './rules.ts'
import type { ComplianceChildQuery, ComplianceFigure, ComplianceQuery } from './schemas.ts'

/** Counts children with timely outcomes, by location and indicator. */
export const listComplianceFigures = (ctx: Context, query: ComplianceQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => ({ data: await figuresOf(reader, query) }))

/** The same figures as CSV. */
export const exportComplianceCsv = (ctx: Context, query: ComplianceQuery) =>
  read(ctx, 'early-intervention:read', async (reader) =>
    csvFile(COLUMNS, await figuresOf(reader, query)),
  )

const COLUMNS = [
  'locationId',
  'locationName',
  'indicator',
  'children',
  'timely',
  'lateByFamily',
  'lateOtherwise',
  'pending',
  'percent',
] as const satisfies (keyof ComplianceFigure)[]

/** The children behind a figure. */
export const listComplianceChildren = (ctx: Context, query: ComplianceChildQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const counted = await countedBy(reader, query)
    return paginate(reader, query, ({ after, take }, through) =>
      through(reader).sql<ChildRow>(CHILDREN, [
        ...counted,
        query.indicator,
        query.outcome ?? null,
        after?.[1] ?? null,
        take,
      ]),
    )
  })

const figuresOf = async (reader: Reader, query: ComplianceQuery): Promise<ComplianceFigure[]> => {
  const rows = await reader.sql<FigureRow>(FIGURES, await countedBy(reader, query))
  return rows.map(({ locationId, locationName, indicator, ...counts }) => ({
    locationId,
    locationName,
    indicator,
    children: OUTCOMES.reduce((sum, it) => sum + counts[it], 0),
    timely: counts.TIMELY,
    lateByFamily: counts.LATE_BY_FAMILY,
    lateOtherwise: counts.LATE_OTHERWISE,
    pending: counts.PENDING,
    percent: percentOf(counts),
  }))
}

/** The counted period and location, and the current date at each location. */
const countedBy = async (reader: Reader, query: ComplianceQuery): Promise<unknown[]> => {
  const { days, at } = await loadTodays(reader)
  const locations = days.flatMap(({ today, locationIds }) =>
    locationIds.map((id) => ({ id, today })),
  )
  return [
    reader.tenantId,
    query['dueOn[gte]'],
    query['dueOn[lt]'],
    query.locationId ?? null,
    JSON.stringify(locations),
    at(null).today,
    JSON.stringify(
      Object.entries(INDICATOR_OF).map(([milestone, indicator]) => ({ milestone, indicator })),
    ),
    OUTCOMES,
  ]
}

interface ChildRow {
  id: string
  childId: string
  locationId: string | null
  indicator: Indicator
  outcome: Outcome
  deadlineIds: string[]
}

type FigureRow = Record<Outcome, number> & {
  locationId: string | null
  locationName: string | null
  indicator: Indicator
}

// Classifies each child. Indicator 8B concerns the notice 90 days before the third birthday; a referral fewer
// than 45 days before it requires another notice. A delay by the family may move the deadline: a milestone that
// meets the moved deadline is late only by the original one.
const CLASSIFIED = `
  SELECT p.tenant_id, p.id, p.child_id, p.location_id, i.indicator, array_agg(d.id ORDER BY d.id) AS deadline_ids,
    ($8::text[])[max(CASE
      WHEN d.state = 'RUNNING' AND (d.paused OR d.due_on >= COALESCE(t.today, $6::date)) THEN 3
      WHEN d.state = 'MET' AND d.met_on <= d.undelayed_due_on THEN 1
      WHEN d.state = 'MET' AND d.met_on <= d.due_on THEN 2
      WHEN d.late_cause = 'FAMILY' THEN 2
      ELSE 4 END)] AS outcome
  FROM program_deadlines d
  JOIN early_intervention_programs p ON p.tenant_id = d.tenant_id AND p.id = d.program_id
  JOIN children k ON k.tenant_id = p.tenant_id AND k.id = p.child_id
  JOIN jsonb_to_recordset($7::jsonb) AS i(milestone text, indicator text) ON i.milestone = d.awaited_milestone
  LEFT JOIN jsonb_to_recordset($5::jsonb) AS t(id text, today date) ON t.id = p.location_id
  WHERE d.tenant_id = $1 AND d.due_on >= $2::date AND d.due_on < $3::date AND d.state <> 'NOT_OWED'
    AND NOT (d.awaited_milestone = 'LEA_NOTIFICATION' AND d.starts_on = p.referral_received_on
      AND (k.birth_date + interval '3 years')::date - p.referral_received_on < 45)
    AND ($4::text IS NULL OR p.location_id = $4)
  GROUP BY p.tenant_id, p.id, i.indicator`

const FIGURES = `
  SELECT c.location_id AS "locationId", l.name AS "locationName", c.indicator,
    count(*) FILTER (WHERE c.outcome = 'TIMELY')::int AS "TIMELY",
    count(*) FILTER (WHERE c.outcome = 'LATE_BY_FAMILY')::int AS "LATE_BY_FAMILY",
    count(*) FILTER (WHERE c.outcome = 'PENDING')::int AS "PENDING",
    count(*) FILTER (WHERE c.outcome = 'LATE_OTHERWISE')::int AS "LATE_OTHERWISE"
  FROM (${CLASSIFIED}) c
  LEFT JOIN locations l ON l.tenant_id = c.tenant_id AND l.id = c.location_id
  GROUP BY c.location_id, l.name, c.indicator
  ORDER BY l.name NULLS FIRST, c.location_id, c.indicator`

const CHILDREN = `
  SELECT c.id, c.child_id AS "childId", c.location_id AS "locationId", c.indicator, c.outcome,
    c.deadline_ids AS "deadlineIds"
  FROM (${CLASSIFIED}) c
  WHERE c.indicator = $9 AND ($10::text IS NULL OR c.outcome = $10) AND ($11::text IS NULL OR c.id > $11)
  ORDER BY c.id LIMIT $12`
