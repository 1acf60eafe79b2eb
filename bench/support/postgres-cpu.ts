import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Clock ticks of Linux, in milliseconds. */
const TICK_MS = 10

const statOf = (pid: number | string): string[] => {
  try {
    // The name of the process, in brackets, may have spaces in it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return []
  }
}
const ticks = (fields: readonly string[], ...at: number[]) =>
  at.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0)

/** Processor time of all processes of a PostgreSQL so far, those that have ended too; where /proc is. */
export const postgresCpuMs = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ pid: number; own: number }>(
    'SELECT pid, pg_backend_pid() AS own FROM pg_stat_activity',
  )
  const postmaster = statOf(rows[0]!.own)[1]!
  const running = rows.reduce((sum, { pid }) => sum + ticks(statOf(pid), 11, 12), 0)
  // 13 and 14 are of children that have ended.
  return (running + ticks(statOf(postmaster), 11, 12, 13, 14)) * TICK_MS
}
