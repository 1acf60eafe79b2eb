import { expect, test } from 'vitest'
import { createImport } from '#scheduling/appointment-imports/create-import.ts'
import { runImport } from '#scheduling/appointment-imports/run-import.ts'
import { undoImport } from '#scheduling/appointment-imports/undo-import.ts'
import { getImport } from '#scheduling/appointment-imports/queries.ts'
import { eventually } from '../../workflows/support.ts'
import { openWorld } from '../../workflows/world.ts'

const DAY_MS = 86_400_000
/** More rows than one batch. */
const ROWS = 120
/** The number of future rows: each has its own workflow. */
const TO_COME = 12
/** In the first batch. */
const CREATED_AT_KILL = 40
const UNDONE_AT_KILL = 30

/** kill -9 during an import, then during its undo. */

test('another worker continues an import after a crash and creates each row once', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker, childId, providerId } = world
  const first = await startWorker('first')
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const at = (index: number) => {
    const day = Math.floor(index / 10) + 1
    const hour = 8 + (index % 10)
    return new Date(
      today + (index < TO_COME ? day : -day) * DAY_MS + hour * 3_600_000,
    ).toISOString()
  }
  const rows = Array.from({ length: ROWS }, (_, index) => `${index},${childId},${at(index)}`)
  const { id } = await createImport(ctx, {
    name: 'old.csv',
    format: 'CSV',
    content: ['external_id,child,start', ...rows].join('\n'),
    defaults: { providerId },
    notify: false,
  })
  const until = (status: string) =>
    eventually(async () => (await getImport(ctx, { id })).status === status)
  await until('CHECKED')
  expect((await getImport(ctx, { id })).progress).toMatchObject({ wouldCreate: ROWS })
  expect(await query('SELECT 1 FROM appointments')).toEqual([])

  const rowAfter = (count: number) =>
    `SELECT FROM appointment_import_rows WHERE number = ${count + 1}`
  await runImport(ctx, { id })
  const unfinished = await world.hold(rowAfter(CREATED_AT_KILL))
  await unfinished.killHere(first)
  expect((await getImport(ctx, { id })).progress.created).toBe(CREATED_AT_KILL)
  const second = await startWorker('second')
  await until('DONE')
  expect(await query(OUTCOME)).toEqual([
    { appointments: ROWS, starts: ROWS, linked: ROWS, announced: TO_COME },
  ])
  expect(await query(SETTLED)).toEqual([{ status: 'CHECKED' }, { status: 'DONE' }])

  await undoImport(ctx, { id, reason: 'Rehearsal' })
  const kept = await world.hold(rowAfter(UNDONE_AT_KILL))
  await kept.killHere(second)
  expect((await getImport(ctx, { id })).progress.undone).toBe(UNDONE_AT_KILL)
  await startWorker('third')
  await until('UNDONE')
  expect((await getImport(ctx, { id })).progress).toMatchObject({ undone: ROWS, kept: 0 })
  expect(await query(UNDONE)).toEqual([{ appointments: ROWS, changes: ROWS, messages: 0 }])
})

const OUTCOME = `
  SELECT count(*)::int AS appointments, count(DISTINCT starts_at)::int AS starts,
         (SELECT count(DISTINCT appointment_id)::int FROM appointment_import_rows) AS linked,
         (SELECT count(DISTINCT subject_id)::int FROM outbox WHERE type = 'booking.created') AS announced
  FROM appointments`
const SETTLED = `
  SELECT payload ->> 'status' AS status FROM outbox WHERE type = 'appointment_import.processed' ORDER BY seq`
const UNDONE = `
  SELECT (SELECT count(*)::int FROM appointments WHERE status = 'ENTERED_IN_ERROR') AS appointments,
         (SELECT count(*)::int FROM appointment_changes WHERE kind = 'mark-in-error') AS changes,
         (SELECT count(*)::int FROM messages) AS messages`
