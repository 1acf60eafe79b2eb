/** Makes PostgreSQL plan as in a database with 10,000,000 appointments, although the tables are nearly empty. */
import { openSync, closeSync, ftruncateSync, fstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { TestApi } from '../support/api.ts'

/** Written by `node bench/plans.ts` from such a database. */
export const STATISTICS = new URL('large-tables.sql', import.meta.url)

const PAGE_BYTES = 8_192
/** PostgreSQL divides the files of a table at this size. */
const SEGMENT_BYTES = 2 ** 30

/**
 * Sets the statistics of large tables. The planner takes the size of a table from its file, so the files are
 * extended to the same size, without content and without disk space. PostgreSQL reads such pages as empty.
 */
export const pretendLargeTables = async (api: Pick<TestApi, 'query'>): Promise<void> => {
  await api.query(await readFile(STATISTICS, 'utf8'))
  for (const { file, pages } of await api.query<{ file: string; pages: number }>(FILES))
    extend(file, pages * PAGE_BYTES)
}

const FILES = `
  SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS file, relpages AS pages
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND relpages > 0`

const extend = (file: string, bytes: number): void => {
  for (let segment = 0; segment * SEGMENT_BYTES < bytes; segment += 1) {
    const opened = openSync(segment === 0 ? file : `${file}.${segment}`, 'a')
    try {
      const wanted = Math.min(SEGMENT_BYTES, bytes - segment * SEGMENT_BYTES)
      if (fstatSync(opened).size < wanted) ftruncateSync(opened, wanted)
    } finally {
      closeSync(opened)
    }
  }
}
