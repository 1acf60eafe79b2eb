import type pg from 'pg'
import { LICENSES_DUE } from '#organization/provider-licenses/watch-licenses.ts'
import type { Centre } from './centre.ts'

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  Plans?: PlanNode[]
}

/** What PostgreSQL does for one day of the watch over so many licenses, which expire all through a year. */
export const planOfLicenseWatch = async (
  owner: pg.Client,
  { tenantId, providerIds }: Pick<Centre, 'tenantId' | 'providerIds'>,
  count: number,
) => {
  await owner.query(LICENSES, [tenantId, providerIds[0], count])
  await owner.query('ANALYZE provider_licenses')
  await owner.query('SET ROLE therapy_system')
  const due = [new Date(Date.now() + 24 * 3_600_000), new Date(0), '', '', count]
  const { rows } = await owner.query<{
    'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[]
  }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${LICENSES_DUE.text}`, due)
  await owner.query('RESET ROLE')
  const [explained] = rows[0]!['QUERY PLAN']
  return {
    licenses: count,
    milliseconds: explained!['Execution Time'],
    scans: nodesOf(explained!.Plan)
      .filter((node) => node['Node Type'].includes('Scan'))
      .map((node) => [
        node['Node Type'],
        node['Index Name'],
        node['Index Cond'],
        node['Actual Rows'],
      ]),
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const LICENSES = `
  INSERT INTO provider_licenses (tenant_id, id, provider_id, profession, number, authority, state, expires_on, watch_at,
    created_at, updated_at)
  SELECT $1, 'lic_bench' || n, $2, 'SPEECH_LANGUAGE_PATHOLOGIST', n::text, 'Bench', 'US-IL', current_date + 90 + n % 365,
    now() + (n % 365 + 0.5) * interval '1 day', now(), now()
  FROM generate_series(1, $3::int) n`
