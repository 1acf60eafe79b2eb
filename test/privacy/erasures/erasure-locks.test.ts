import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

test('locked records can be deleted only by the erasure of their child, after their retention', async () => {
  const centre = await api.createTenant()
  const world = createWorld(api, centre)
  const note = await world.signedNote()
  await world.make(`/v1/session-notes/${note.id}/addenda`, { text: 'Later.' })
  await world.submittedForm()
  const [owner] = await api.query<{ childId: string }>(
    `SELECT s.child_id AS "childId" FROM session_notes n JOIN sessions s ON s.id = n.session_id WHERE n.id = $1`,
    [note.id],
  )
  const { id } = await world.make('/v1/erasures', {
    childId: owner!.childId,
    reason: 'They ask to be forgotten.',
  })
  const app = new Client({ connectionString: api.database.appUrl })
  await app.connect()
  /** As the application’s own role. */
  const attempt = async (statement: string, before = 'SELECT 1') => {
    await app.query('BEGIN')
    try {
      await app.query(`SELECT set_config('app.tenant', $1, true)`, [centre.tenantId])
      await app.query(before)
      return await app.query(statement)
    } finally {
      await app.query('ROLLBACK')
    }
  }
  const pretending = `SELECT set_config('app.erasing', '{${owner!.childId}}', true), set_config('app.erasing_locked', 'yes', true)`
  try {
    for (const statement of [
      'DELETE FROM session_notes',
      'DELETE FROM session_note_signatures',
      'DELETE FROM session_note_addenda',
      'DELETE FROM form_responses',
      'DELETE FROM form_signatures',
      `UPDATE session_note_addenda SET text = 'x'`,
      `UPDATE form_responses SET answers = '{}'`,
      `UPDATE form_signatures SET signed_name = 'x'`,
    ]) {
      const refused = /permission denied|is signed|is locked|append-only/
      await expect(attempt(statement, pretending), statement).rejects.toThrow(refused)
      // Only the triggers refuse the owner.
      await expect(api.query(statement), statement).rejects.toThrow(/signed|locked|append-only/)
    }
    await expect(attempt(`UPDATE session_notes SET plan = 'x'`, pretending)).rejects.toThrow(
      /is signed/,
    )
    await expect(attempt('SET LOCAL ROLE therapy_eraser')).rejects.toThrow(/permission denied/)
    const eraseNote = (at: string, blanks = 'NULL') =>
      `SELECT therapy.erase_rows('${id}', '${at}', 'session_note_addenda', (SELECT jsonb_agg(jsonb_build_object('id', id)) FROM session_note_addenda), ${blanks})`
    // Requested but not running.
    await expect(attempt(eraseNote('2090-01-01'))).rejects.toThrow(/is not running/)
    await api.query(
      `UPDATE erasures SET status = 'RUNNING', approved_by = 'another', approved_at = created_at,
         starts_at = created_at, started_at = created_at WHERE id = $1`,
      [id],
    )
    await expect(attempt(eraseNote('2027-01-01'))).rejects.toThrow(/append-only/)
    // Their content cannot be changed either.
    await expect(attempt(eraseNote('2090-01-01', `'{text}'`))).rejects.toThrow(/append-only/)
    expect((await attempt(eraseNote('2090-01-01'))).rows).toEqual([{ erase_rows: 1 }])
    // Nothing of another child.
    await expect(
      attempt(
        `SELECT therapy.erase_rows('${id}', '2090-01-01', 'form_signatures', (SELECT jsonb_agg(jsonb_build_object('id', id)) FROM form_signatures), NULL)`,
      ),
    ).rejects.toThrow(/append-only/)
    for (const table of ['audit_entries', 'outbox', 'providers', 'api_keys'])
      await expect(
        attempt(`SELECT therapy.erase_rows('${id}', '2090-01-01', '${table}', '[]', NULL)`),
      ).rejects.toThrow(/permission denied/)
    const bound = `SET LOCAL ROLE therapy_caseload`
    await expect(attempt(eraseNote('2090-01-01'), bound)).rejects.toThrow(/permission denied/)
  } finally {
    await app.end()
  }
})
