import type pg from 'pg'
import type { TestApi } from '../support/api.ts'
import type { PlanNode } from '../support/plan-loops.ts'

/** A statement that PostgreSQL ran, and the plan it used. */
export interface RecordedPlan {
  text: string
  plan: PlanNode
  ms: number
}

/**
 * Has PostgreSQL report the plan of each statement, those of functions, triggers and foreign keys included, on
 * connections that are opened from now on. With `analyze`, the plans have actual rows.
 * https://www.postgresql.org/docs/18/auto-explain.html
 * @returns a function that runs work and returns the plans used in it
 */
export const recordPlans = async (api: TestApi, { analyze }: { analyze: boolean }) => {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_nested_statements': true,
    'auto_explain.log_analyze': analyze,
  }
  for (const [name, value] of Object.entries(settings))
    await api.query(`DO $$ BEGIN EXECUTE
      format('ALTER DATABASE %I SET ${name} = ${value}', current_database()); END $$`)
  const plans: RecordedPlan[] = []
  const listen = (client: pg.ClientBase) =>
    client.on('notice', ({ message }) => {
      const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message ?? '') ?? []
      if (!json) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as Explained
      plans.push({ text, plan, ms: Number(ms) })
    })
  for (const pool of Object.values(api.services.platform.database.pools)) pool.on('connect', listen)
  return async (work: () => Promise<unknown>): Promise<RecordedPlan[]> => {
    plans.length = 0
    await work()
    return [...plans]
  }
}

interface Explained {
  'Query Text': string
  Plan: PlanNode
}
