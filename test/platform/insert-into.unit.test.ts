import { expect, test } from 'vitest'
import { insertInto, jsonText } from '#platform/core/sql/insert-into.ts'

const note = {
  tenantId: 'ten_1',
  noteId: 'not_1',
  version: 1,
  subjective: 's',
  objective: 'o',
  assessment: 'a',
  plan: 'p',
  savedBy: 'key_1',
  startedAt: new Date(0),
  savedAt: new Date(1),
}

test('values follow their columns, whatever the order of members in the row', () => {
  const { text, values } = insertInto('revoked_tokens', {
    expiresAt: new Date(5),
    id: 'jti_1',
    tenantId: 'ten_1',
  })
  expect(text).toBe('INSERT INTO revoked_tokens (expires_at, id, tenant_id) VALUES ($1, $2, $3)')
  expect(values).toEqual([new Date(5), 'jti_1', 'ten_1'])
})

test('rows share one statement', () => {
  const keyed = { tenantId: 'ten_1', id: 'apt_1', expiresAt: new Date(5) }
  const { text, values } = insertInto(
    'revoked_tokens',
    [keyed, { ...keyed, id: 'apt_2' }],
    'ON CONFLICT DO NOTHING',
  )
  expect(text).toBe(
    'INSERT INTO revoked_tokens (tenant_id, id, expires_at) VALUES ($1, $2, $3), ($4, $5, $6) ON CONFLICT DO NOTHING',
  )
  expect(values[4]).toBe('apt_2')
})

test('rows with the same columns share one prepared text', () => {
  const first = insertInto('session_note_versions', note)
  expect(insertInto('session_note_versions', { ...note, version: 2 }).text).toBe(first.text)
})

test('JSON and lists become text, and null becomes NULL', () => {
  expect(jsonText([{ a: 1 }])).toBe('[{"a":1}]')
  expect(jsonText(null)).toBeNull()
})
